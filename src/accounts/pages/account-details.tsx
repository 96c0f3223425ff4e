import { useForm } from 'react-hook-form'
import { Link, useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { cancelEmailChange, EmailChangeBody, getDetails, requestEmailChange } from '../own/contract.ts'
import { AccountPage } from '../parts/account-page.tsx'
import { useFilled } from '../parts/use-filled.ts'
import { ResendLinkBanner } from '../verify/resend-link-banner.tsx'
import type { Route } from './+types/account-details'

import css from '../parts/account-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Email', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await callForPage(args, getDetails, {})).data

export default function AccountDetails({ loaderData }: Route.ComponentProps) {
  const { email, email_verified, has_password, pending_email } = loaderData
  return (
    <AccountPage title="Email" lead="You log in with it, and receipts and licenses go there.">
      <dl className={css.fact}>
        <dt>Your email</dt>
        <dd>{email}</dd>
      </dl>
      {!email_verified && (
        <div className={css.waiting}>
          <ResendLinkBanner email={email} />
        </div>
      )}
      {pending_email && <PendingEmailBanner email={pending_email.email} />}
      {has_password ? (
        <EmailForm />
      ) : (
        <Banner>
          To change your email, please <Link to="/account/password">set a password</Link> first.
        </Banner>
      )}
    </AccountPage>
  )
}

const PendingEmailBanner = ({ email }: { email: string }) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const cancel = async () => {
    try {
      await call(cancelEmailChange, {})
      await revalidate()
    } catch {
      toast('Something went wrong.', { kind: 'danger' })
    }
  }
  return (
    <Banner
      className={css.waiting}
      title={`Waiting for ${email}`}
      action={
        <Button size="sm" onClick={() => void cancel()}>
          Cancel change
        </Button>
      }
    >
      Open the link in the mail that we sent there. Until then, nothing changes.
    </Banner>
  )
}

const fieldNames = ['email', 'password'] as const

const EmailForm = () => {
  const { revalidate } = useRevalidator()
  const form = useForm({ resolver: schemaResolver(EmailChangeBody), defaultValues: { email: '', password: '' } })
  const { register, handleSubmit, formState, reset } = form
  const { errors, isSubmitting } = formState
  const isFilled = useFilled(form, fieldNames)

  const send = handleSubmit(async body => {
    try {
      await call(requestEmailChange, { body })
    } catch (error) {
      showRefusal(error, form, fieldNames)
      return
    }
    reset()
    await revalidate()
  })

  return (
    <form className={css.form} method="post" noValidate onSubmit={send}>
      <TextField
        label="New email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...register('email')}
        error={errors.email?.message}
      />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        {...register('password')}
        error={errors.password?.message}
      />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <div className={css.actions}>
        <Button type="submit" kind="primary" size="lg" disabled={!isFilled} busy={isSubmitting && 'Sending…'}>
          Send confirmation
        </Button>
      </div>
    </form>
  )
}
