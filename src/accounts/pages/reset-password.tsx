import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callContext } from '#platform/http/context.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { pageMeta } from '#platform/http/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { getPasswordReset, resetPassword, SetPasswordBody } from '../own/contract.ts'
import { NewPasswordFields, newPasswordFields } from '../parts/new-password-fields.tsx'
import { AUTH_FALLBACK } from '../parts/texts.ts'
import { useFilled } from '../parts/use-filled.ts'
import { switchUser } from '../use-session.ts'
import type { Route } from './+types/reset-password'

import title from '../parts/auth-page.module.css'
import styles from '../parts/form.module.css'

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, { title: 'New Password', path: '/reset-password', noindex: true })

export const loader = async ({ context, params: { hash } }: Route.LoaderArgs) => {
  try {
    await context.get(callContext)(getPasswordReset, { params: { token: hash } })
    return { problem: null }
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return { problem: error.message }
    throw error
  }
}

export default function ResetPassword({ loaderData: { problem }, params: { hash } }: Route.ComponentProps) {
  return (
    <>
      <h2 className={title.title}>Choose a new password</h2>
      {problem === null ? <NewPasswordForm token={hash} /> : <ExpiredLink problem={problem} />}
    </>
  )
}

const ExpiredLink = ({ problem }: { problem: string }) => (
  <div className={styles.form}>
    <Banner kind="danger">{problem}</Banner>
    <ButtonLink to="/forgot-password" kind="primary" size="xl" wide>
      Ask for a new link
    </ButtonLink>
    <p className={styles.toggle}>
      <Link to="/login">Back to Login</Link>
    </p>
  </div>
)

const NewPasswordForm = ({ token }: { token: string }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const form = useForm({ resolver: schemaResolver(SetPasswordBody) })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const isFilled = useFilled(form, newPasswordFields)

  const send = form.handleSubmit(async body => {
    try {
      await call(resetPassword, { params: { token }, body })
    } catch (error) {
      showRefusal(error, form, newPasswordFields, AUTH_FALLBACK)
      return
    }
    // The reset ended every session, including that of this browser.
    switchUser(client, null)
    toast('Your password has been changed. Log in with it.', { kind: 'success', ms: 5000 })
    await navigate('/login', { replace: true })
  })

  return (
    <form className={styles.form} method="post" noValidate onSubmit={send}>
      <NewPasswordFields register={form.register} errors={errors} />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <Button
        type="submit"
        kind="primary"
        size="xl"
        wide
        disabled={!isFilled}
        busy={(isSubmitting || isSubmitSuccessful) && 'Saving…'}
      >
        Save password
      </Button>
    </form>
  )
}
