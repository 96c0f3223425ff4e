import { useForm } from 'react-hook-form'
import { Link, useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { getGoogleAccount } from '../google/contract.ts'
import { GoogleAccount } from '../google/google-account.tsx'
import { changePassword, ChangePasswordBody, getDetails, setPassword, SetPasswordBody } from '../own/contract.ts'
import { AccountPage } from '../parts/account-page.tsx'
import { NewPasswordFields, newPasswordFields } from '../parts/new-password-fields.tsx'
import { useFilled } from '../parts/use-filled.ts'
import type { Route } from './+types/account-password'

import css from '../parts/account-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Password', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [{ data: details }, { data: google }] = await Promise.all([
    callForPage(args, getDetails, {}),
    callForPage(args, getGoogleAccount, {}),
  ])
  return { ...details, ...google }
}

export default function AccountPassword({ loaderData }: Route.ComponentProps) {
  const { has_password, has_google_account_linked } = loaderData
  return (
    <AccountPage title="Password" lead="A new password signs you out everywhere but here.">
      {has_password ? <ChangePasswordForm /> : <SetPasswordForm />}
      <GoogleAccount isLinked={has_google_account_linked} hasPassword={has_password} />
    </AccountPage>
  )
}

const changeFields = ['current_password', ...newPasswordFields] as const

const ChangePasswordForm = () => {
  const toast = useToast()
  const form = useForm({
    resolver: schemaResolver(ChangePasswordBody),
    defaultValues: { current_password: '', password: '', password_confirm: '' },
  })
  const { errors, isSubmitting } = form.formState
  const isFilled = useFilled(form, changeFields)

  const send = form.handleSubmit(async body => {
    try {
      await call(changePassword, { body })
    } catch (error) {
      showRefusal(error, form, changeFields)
      return
    }
    form.reset()
    toast('Your password has been changed.', { kind: 'success' })
  })

  return (
    <form className={css.form} method="post" noValidate onSubmit={send}>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.register('current_password')}
        error={errors.current_password?.message}
      />
      <NewPasswordFields register={form.register} errors={errors} />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <div className={css.actions}>
        <Button type="submit" kind="primary" size="lg" disabled={!isFilled} busy={isSubmitting && 'Saving…'}>
          Change password
        </Button>
        <Link to="/forgot-password">Forgot Password</Link>
      </div>
    </form>
  )
}

/** For accounts without a password, such as those registered with Google. */
const SetPasswordForm = () => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({
    resolver: schemaResolver(SetPasswordBody),
    defaultValues: { password: '', password_confirm: '' },
  })
  const { errors, isSubmitting } = form.formState
  const isFilled = useFilled(form, newPasswordFields)

  const send = form.handleSubmit(async body => {
    try {
      await call(setPassword, { body })
    } catch (error) {
      showRefusal(error, form, newPasswordFields)
      return
    }
    toast('Your password has been set.', { kind: 'success' })
    await revalidate()
  })

  return (
    <form className={css.form} method="post" noValidate onSubmit={send}>
      <NewPasswordFields register={form.register} errors={errors} />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <div className={css.actions}>
        <Button type="submit" kind="primary" size="lg" disabled={!isFilled} busy={isSubmitting && 'Saving…'}>
          Set password
        </Button>
      </div>
    </form>
  )
}
