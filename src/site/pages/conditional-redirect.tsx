/** Asks for the user's verticals and then shows footage for them. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import { getSession } from '#accounts/contract.ts'
import { useSession } from '#accounts/use-session.ts'
import { VerticalsForm } from '#accounts/verticals-form.tsx'
import { pageMeta } from '#platform/http/page.ts'
import { setCallData } from '#platform/http/query.ts'
import { ButtonLink } from '#ui/button.tsx'

import type { Route } from './+types/conditional-redirect'

import css from './conditional-redirect.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'What do you make?', noindex: true })

export default function ConditionalRedirect() {
  const user = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <div className={css.page}>
      <h1>What do you make?</h1>
      <p className={css.lead}>
        {user
          ? 'Choose as many as fit. We pick footage for each, and ask nothing else.'
          : 'Tell us, and we pick footage for it. It is saved with your account, so please log in first.'}
      </p>
      {user ? (
        <VerticalsForm
          selected={user.verticals}
          onSaved={updatedUser => {
            setCallData(client, getSession, {}, { data: updatedUser, meta: {} })
            void navigate(updatedUser.verticals.length > 0 ? '/conditional' : '/clips')
          }}
        />
      ) : (
        <p className={css.ways}>
          <ButtonLink to="/login?next=%2Fconditional-redirect" kind="primary" size="lg">
            Login
          </ButtonLink>
          <ButtonLink to="/register?next=%2Fconditional-redirect" size="lg">
            Create Free Account
          </ButtonLink>
        </p>
      )}
    </div>
  )
}
