/** Opens from the link in the mail of an invite to the staff. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'

import { ConfirmEmailNotice } from '#accounts/confirm-email-notice.tsx'
import { switchUser, useLogout, useSession } from '#accounts/use-session.ts'
import { call } from '#platform/http/call.ts'
import { callContext } from '#platform/http/context.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { pageMeta } from '#platform/http/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/text-field.tsx'

import { SetupHead } from '../setup-head.tsx'
import { AcceptStaffInviteBody, acceptStaffInvite, getStaffInvite } from '../staff/contract.ts'
import type { Route } from './+types/staff-invite'

import css from '../setup-step.module.css'

export const handle = { header: false, footer: false }

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, { title: 'Invite to the staff', noindex: true, path: '/staff-invite' })

/** A link that doesn't work any more is a page of its own, not an error. */
export const loader = async ({ context, params }: Route.LoaderArgs) => {
  try {
    const { data } = await context.get(callContext)(getStaffInvite, { params })
    return { invite: data, reason: '' }
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    return { invite: undefined, reason: error.message }
  }
}

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' })

export default function StaffInvite({ loaderData: { invite, reason }, params }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const logout = useLogout()
  const isConfirmed = useSession()?.email_verified ?? false
  if (!invite)
    return (
      <main id="content" className={css.alone}>
        <SetupHead title="This invite doesn’t work." lead={reason} />
        <p>
          <ButtonLink to="/login?next=/admin" size="lg">
            Log in
          </ButtonLink>
        </p>
      </main>
    )
  const { email, roles, invited_by, expires_at, has_account, signed_in_as } = invite
  const isOther = signed_in_as !== null && signed_in_as.toLowerCase() !== email.toLowerCase()
  return (
    <main id="content" className={css.alone}>
      <SetupHead
        title="Join the staff"
        lead={`${invited_by} invites ${email} to work here as ${listFormat.format(roles)}. The link works until ${formatDateTime(expires_at)}.`}
      />
      {isOther && (
        <>
          <Banner>{`You are logged in as ${signed_in_as}. The invite is for ${email}.`}</Banner>
          <p>
            <Button size="lg" onClick={() => void logout()}>
              Log out
            </Button>
          </p>
        </>
      )}
      {!isOther &&
        signed_in_as !== null &&
        (isConfirmed ? <AcceptButton token={params.token} /> : <ConfirmEmailNotice />)}
      {signed_in_as === null && has_account && (
        <p className={css.end}>
          <ButtonLink kind="primary" size="lg" to={`/login?${new URLSearchParams({ next: pathname })}`}>
            Log in to accept
          </ButtonLink>
          <span className={css.soft}>{`${email} has an account here.`}</span>
        </p>
      )}
      {signed_in_as === null && !has_account && <NewAccountForm token={params.token} />}
    </main>
  )
}

const useAccepted = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (user: Parameters<typeof switchUser>[1]) => {
    switchUser(client, user)
    // Every role of the staff needs a second step before anything else.
    await navigate('/account/two-step')
  }
}

const AcceptButton = ({ token }: { token: string }) => {
  const accepted = useAccepted()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const accept = async () => {
    setBusy(true)
    try {
      await accepted((await call(acceptStaffInvite, { params: { token }, body: {} })).data)
    } catch (cause) {
      setError(toUserMessage(cause, 'Something went wrong. Please try again.'))
      setBusy(false)
    }
  }
  return (
    <>
      {error && <Banner kind="danger">{error}</Banner>}
      <p>
        <Button kind="primary" size="lg" busy={isBusy && 'Accepting…'} onClick={() => void accept()}>
          Accept the invite
        </Button>
      </p>
    </>
  )
}

const fields = ['first_name', 'last_name', 'password'] as const

const NewAccountForm = ({ token }: { token: string }) => {
  const accepted = useAccepted()
  const form = useForm({
    resolver: schemaResolver(AcceptStaffInviteBody),
    defaultValues: { first_name: '', last_name: '', password: '' },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const send = form.handleSubmit(async body => {
    try {
      await accepted((await call(acceptStaffInvite, { params: { token }, body })).data)
    } catch (error) {
      showRefusal(error, form, fields)
    }
  })
  return (
    <form className={css.form} method="post" noValidate onSubmit={send}>
      <div className={css.pair}>
        <TextField
          label="First name"
          autoComplete="given-name"
          {...form.register('first_name')}
          error={errors.first_name?.message}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          {...form.register('last_name')}
          error={errors.last_name?.message}
        />
      </div>
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters, with a capital, a lowercase letter and a number."
        {...form.register('password')}
        error={errors.password?.message}
      />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <Button
        type="submit"
        kind="primary"
        size="lg"
        busy={(isSubmitting || isSubmitSuccessful) && 'Creating the account…'}
      >
        Accept and create the account
      </Button>
    </form>
  )
}
