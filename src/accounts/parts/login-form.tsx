import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'

import { call } from '#platform/call.ts'
import { useCaptcha, wantsProof } from '#platform/captcha/use-captcha.ts'
import { tell } from '#platform/data-layer.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { PasswordField, TextField } from '#ui/text-field.tsx'

import { login, LoginBody, type User } from '../contract.ts'
import { isWaiting, type SecondStepWaiting } from '../two-step/waiting.ts'
import { changePerson } from '../use-session.ts'
import { auth_fallback } from './texts.ts'
import { useFilled } from './use-filled.ts'

import styles from './form.module.css'

const needed = ['login', 'password'] as const

type LoginFormProps = {
  onDone: (user: User) => void
  /** Email and password were right, and a second step is needed. */
  onWaiting: (waiting: SecondStepWaiting) => void
  email?: string | undefined
  invite_token?: string | undefined
}

export const LoginForm = ({ onDone, onWaiting, email, invite_token }: LoginFormProps) => {
  const client = useQueryClient()
  const form = useForm({ resolver: checkedBy(LoginBody), ...(email && { defaultValues: { login: email } }) })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const filled = useFilled(form, needed)
  const captcha = useCaptcha('login')

  const send = handleSubmit(async typed => {
    const body = { ...typed, invite_token }
    try {
      // A proof is asked for only after a few failed logins: then it is looked for, and the form sent again.
      const { data } = await call(login, { body }).catch(async (error: unknown) => {
        if (!wantsProof(error)) throw error
        return call(login, { body: { ...body, captcha: await captcha.take() } })
      })
      if (isWaiting(data)) {
        onWaiting(data.second_step)
        return
      }
      changePerson(client, data)
      tell('login', { method: 'password' })
      onDone(data)
    } catch (error) {
      showRefusal(error, form, ['password'], auth_fallback)
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
        disabled={!filled}
        busy={(isSubmitting || isSubmitSuccessful) && 'Logging you in…'}
      >
        Login
      </Button>
    </form>
  )
}
