import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'

import { useCaptcha } from '#platform/captcha/use-captcha.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { pageMeta } from '#platform/http/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import { forgotPassword, ForgotPasswordBody } from '../own/contract.ts'
import { AUTH_FALLBACK } from '../parts/texts.ts'
import { useFilled } from '../parts/use-filled.ts'
import type { Route } from './+types/forgot-password'

import title from '../parts/auth-page.module.css'
import styles from '../parts/form.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Forgot Password', noindex: true })

const requiredFields = ['email'] as const

export default function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({ resolver: schemaResolver(ForgotPasswordBody) })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const isFilled = useFilled(form, requiredFields)
  const captcha = useCaptcha('forgot_password')

  const send = handleSubmit(async body => {
    try {
      await call(forgotPassword, { body: { ...body, captcha: await captcha.take() } })
      setSentTo(body.email)
    } catch (error) {
      showRefusal(error, form, requiredFields, AUTH_FALLBACK)
    }
  })

  return (
    <>
      <h2 className={title.title}>Forgot your password?</h2>
      {sentTo === undefined ? (
        <>
          <p className={styles.lead}>
            Enter the email of your account. We will mail you a link to choose a new password.
          </p>
          <form className={styles.form} method="post" noValidate onSubmit={send} {...captcha.formProps}>
            <TextField
              label="Email"
              type="email"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...register('email')}
              error={errors.email?.message}
            />
            {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
            <Button type="submit" kind="primary" size="xl" wide disabled={!isFilled} busy={isSubmitting && 'Sending…'}>
              Send the link
            </Button>
          </form>
        </>
      ) : (
        <Banner
          kind="success"
          title="Look into your mailbox"
          action={
            <Button size="sm" onClick={() => setSentTo(undefined)}>
              Try again
            </Button>
          }
        >
          If {sentTo} has an account, a link for a new password is on its way. It works for an hour.
        </Banner>
      )}
      <p className={styles.toggle}>
        Remembered it? <Link to="/login">Login</Link>
      </p>
    </>
  )
}
