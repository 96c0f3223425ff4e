import { useForm } from 'react-hook-form'
import { Link, useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { PayoutBody, savePayoutSettings } from '../contract.ts'

import css from './payout-form.module.css'

const emptySettings = { payee_name: '', paypal_email: '' }

type PayoutFormProps = { settings: { payee_name: string; paypal_email: string } | null; hasPassword: boolean }

/** The payee and address for payouts. Changing them requires the password. */
export const PayoutForm = ({ settings, hasPassword }: PayoutFormProps) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({
    resolver: schemaResolver(PayoutBody),
    defaultValues: { ...(settings ?? emptySettings), password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async body => {
    try {
      const { data } = await call(savePayoutSettings, { body })
      form.reset({ ...data, password: '' })
      await revalidate()
      toast('Saved. It applies from the next payout, and we emailed everyone concerned.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, ['payee_name', 'paypal_email', 'password'])
    }
  })
  if (!hasPassword)
    return (
      <>
        {settings && (
          <p>
            {settings.payee_name}, {settings.paypal_email}
          </p>
        )}
        <Banner>
          To add your payout details, please <Link to="/account/password">set a password</Link> first.
        </Banner>
      </>
    )
  return (
    <form className={css.form} method="post" noValidate onSubmit={save}>
      <TextField
        label="Name of the payee"
        autoComplete="name"
        maxLength={120}
        {...form.register('payee_name')}
        error={errors.payee_name?.message}
      />
      <TextField
        label="PayPal address"
        type="email"
        autoComplete="email"
        maxLength={254}
        {...form.register('paypal_email')}
        error={errors.paypal_email?.message}
      />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        {...form.register('password')}
        error={errors.password?.message}
      />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <Button type="submit" kind="primary" busy={isSubmitting && 'Saving…'}>
        Save
      </Button>
    </form>
  )
}
