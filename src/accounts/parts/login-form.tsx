import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'

import { trackEvent } from '#platform/analytics/data-layer.ts'
import { useCaptcha, needsCaptcha } from '#platform/captcha/use-captcha.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { PasswordField, TextField } from '#ui/text-field.tsx'

import { login, LoginBody, type User } from '../contract.ts'
import { isSecondStepPending, type PendingSecondStep } from '../two-step/pending-second-step.ts'
import { switchUser } from '../use-session.ts'
import { AUTH_FALLBACK } from './texts.ts'
import { useFilled } from './use-filled.ts'

import styles from './form.module.css'

const requiredFields = ['login', 'password'] as const

type LoginFormProps = {
  onDone: (user: User) => void
  /** Email and password were right, and a second step is required. */
  onSecondStep: (pending: PendingSecondStep) => void
  email?: string | undefined
  invite_token?: string | undefined
}

export const LoginForm = ({ onDone, onSecondStep, email, invite_token }: LoginFormProps) => {
  const client = useQueryClient()
  const form = useForm({ resolver: schemaResolver(LoginBody), ...(email && { defaultValues: { login: email } }) })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const isFilled = useFilled(form, requiredFields)
  const captcha = useCaptcha('login')

  const send = handleSubmit(async values => {
    const body = { ...values, invite_token }
    try {
      // A CAPTCHA is required only after a few failed logins. Then solve it and send the form again.
      const { data } = await call(login, { body }).catch(async (error: unknown) => {
        if (!needsCaptcha(error)) throw error
        return call(login, { body: { ...body, captcha: await captcha.take() } })
      })
      if (isSecondStepPending(data)) {
        onSecondStep(data.second_step)
        return
      }
      switchUser(client, data)
      trackEvent('login', { method: 'password' })
      onDone(data)
    } catch (error) {
      showRefusal(error, form, ['password'], AUTH_FALLBACK)
    }
  })

  return (
    <form className={styles.form} method="post" noValidate onSubmit={send}>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...register('login')}
        error={errors.login?.message}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        {...register('password')}
        error={errors.password?.message}
      />
      <div className={styles.between}>
        <Checkbox {...register('remember')}>Remember me</Checkbox>
        <Link to="/forgot-password">Forgot Password</Link>
      </div>
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <Button
        type="submit"
        kind="primary"
        size="xl"
        wide
        disabled={!isFilled}
        busy={(isSubmitting || isSubmitSuccessful) && 'Logging you in…'}
      >
        Login
      </Button>
    </form>
  )
}
