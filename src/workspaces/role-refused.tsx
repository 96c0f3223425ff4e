/** In place of a workspace's page that somebody's role does not include: why, and whom to ask. */
import { Users } from 'lucide-react'
import { Fragment } from 'react'
import { useLocation, useOutletContext } from 'react-router'

import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import { workspacePlaces } from './places.ts'
import { abilitiesOf } from './policy.ts'

import css from './role-refused.module.css'

/** Owners and admins, as the workspace's frame hands them to its pages; none when the reader is one of them. */
export type Managers = readonly { name: string; email: string }[]

const labels = workspacePlaces('owner', abilitiesOf('owner', []))

export const RoleRefused = ({ message }: { message: string }) => {
  const managers = useOutletContext<Managers>()
  const { pathname } = useLocation()
  return (
    <div className={css.page}>
      <h1>{labels.find(({ to }) => to === pathname)?.label ?? 'Workspace'}</h1>
      <EmptyState
        icon={Users}
        title="Not part of your role here"
        action={
          <ButtonLink to="/workspace/overview" size="lg">
            Workspace overview
          </ButtonLink>
        }
      >
        {message}
        {managers.length > 0 && (
          <>
            {' '}
            To change your role, ask{' '}
            {managers.map(({ name, email }, index) => (
              <Fragment key={email}>
                {index > 0 && (index === managers.length - 1 ? ' or ' : ', ')}
                <a href={`mailto:${email}`}>{name}</a>
              </Fragment>
            ))}
            .
          </>
        )}
      </EmptyState>
    </div>
  )
}
