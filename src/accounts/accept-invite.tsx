/** The page that opens from the link in the mail of an invite: accepts it with an account, or with a new one. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'

import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PasswordField } from '#ui/text-field.tsx'

import { ConfirmEmailNotice } from './confirm-email-notice.tsx'
import type { User } from './contract.ts'
import { InviteeBody, type MailedInvite } from './mailed-invite.ts'
import { NameFields } from './name-fields.tsx'
import { switchUser, useLogout, useSession } from './use-session.ts'

import css from './accept-invite.module.css'

type Accept = {
  /** Throws the refusal. */
  accept: (body: InviteeBody) => Promise<User>
  onAccepted: () => void | Promise<void>
}

type AcceptInviteProps = Accept & {
  title: string
  /** Who invites whom to what, as a sentence. */
  lead: string
  invite: MailedInvite
}

export const AcceptInvite = ({ title, lead, invite, ...actions }: AcceptInviteProps) => {
  const { pathname } = useLocation()
  const logout = useLogout()
  const isConfirmed = useSession()?.email_verified ?? false
  const { email, expires_at, has_account, signed_in_as } = invite
  const isOther = signed_in_as !== null && signed_in_as.toLowerCase() !== email.toLowerCase()
  return (
    <div className={css.page}>
      <InviteHead title={title} lead={`${lead} The link works until ${formatDateTime(expires_at)}.`} />
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
      {!isOther && signed_in_as !== null && (isConfirmed ? <AcceptButton {...actions} /> : <ConfirmEmailNotice />)}
      {signed_in_as === null && has_account && (
        <p className={css.end}>
          <ButtonLink kind="primary" size="lg" to={`/login?${new URLSearchParams({ next: pathname })}`}>
            Log in to accept
          </ButtonLink>
          <span className={css.soft}>{`${email} has an account here.`}</span>
        </p>
      )}
      {signed_in_as === null && !has_account && <NewAccountForm {...actions} />}
    </div>
  )
}

/** For a link that doesn't work anymore. */
export const InviteRefused = ({ reason, next }: { reason: string; next: string }) => (
  <div className={css.page}>
    <InviteHead title="This invite doesn’t work." lead={reason} />
    <p>
      <ButtonLink to={`/login?${new URLSearchParams({ next })}`} size="lg">
        Log in
      </ButtonLink>
    </p>
  </div>
)

const InviteHead = ({ title, lead }: { title: string; lead: string }) => (
  <div className={css.head}>
    <h1>{title}</h1>
    <p>{lead}</p>
  </div>
)

const useAccept = ({ accept, onAccepted }: Accept) => {
  const client = useQueryClient()
  return async (body: InviteeBody) => {
    switchUser(client, await accept(body))
    await onAccepted()
  }
}

const AcceptButton = (actions: Accept) => {
  const accept = useAccept(actions)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const run = async () => {
    setBusy(true)
    try {
      await accept({})
    } catch (cause) {
      setError(toUserMessage(cause, 'Something went wrong. Please try again.'))
      setBusy(false)
    }
  }
  return (
    <>
      {error && <Banner kind="danger">{error}</Banner>}
      <p>
        <Button kind="primary" size="lg" busy={isBusy && 'Accepting…'} onClick={() => void run()}>
          Accept the invite
        </Button>
      </p>
    </>
  )
}

const fields = ['first_name', 'last_name', 'password'] as const

const NewAccountForm = (actions: Accept) => {
  const accept = useAccept(actions)
  const form = useForm({
    resolver: schemaResolver(InviteeBody),
    defaultValues: { first_name: '', last_name: '', password: '' },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const send = form.handleSubmit(async body => {
    try {
      await accept(body)
    } catch (error) {
      showRefusal(error, form, fields)
    }
  })
  return (
    <form className={css.form} method="post" noValidate onSubmit={send}>
      <div className={css.pair}>
        <NameFields register={form.register} errors={errors} />
      </div>
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters, including upper case, lower case and a number."
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
