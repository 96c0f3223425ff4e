import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'

import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { PayoutBody, savePayoutSettings } from '../contract.ts'

import css from './payout-form.module.css'

/** To whom and where payouts go. */
export const PayoutForm = ({ settings }: { settings: { payee_name: string; paypal_email: string } | null }) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({
    resolver: checkedBy(PayoutBody),
    defaultValues: settings ?? { payee_name: '', paypal_email: '' },
  })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async body => {
    try {
      await call(savePayoutSettings, { body })
      await revalidate()
      toast('Saved. It counts from the next payout on.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, ['payee_name', 'paypal_email'])
    }
  })
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
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <Button type="submit" kind="primary" busy={isSubmitting && 'Saving…'}>
        Save
      </Button>
    </form>
  )
}
