/** The request form for a custom license. Load it lazily. */
import { useState } from 'react'
import { useForm } from 'react-hook-form'

import { formatPersonName } from '#accounts/person-name.ts'
import { useSession } from '#accounts/use-session.ts'
import { useCaptcha } from '#platform/captcha/use-captcha.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import type { TicketReceipt } from '#tickets/contract.ts'
import { TicketSent } from '#tickets/ticket-sent.tsx'
import { Banner } from '#ui/banner.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'

import type { ChoiceWithFormat } from '../choice.ts'
import { CustomLicenseBody, requestCustomLicense } from '../custom-contract.ts'
import { BUYOUT_DISTRIBUTION_ID } from '../terms.ts'

import css from './custom-license-form.module.css'

/** The form's id, for the submit button in the dialog's footer. */
export const CUSTOM_LICENSE_FORM_ID = 'custom-license'

type CustomLicenseFormProps = {
  clip_ids: readonly number[]
  /** The selection in the license dialog, used as initial values. */
  choice: ChoiceWithFormat
  onBusy: (busy: boolean) => void
  onSent: () => void
}

export const CustomLicenseForm = ({ clip_ids, choice, onBusy, onSent }: CustomLicenseFormProps) => {
  const user = useSession()
  const captcha = useCaptcha('custom_license')
  const [isBuyout, setBuyout] = useState(false)
  const [sent, setSent] = useState<{ receipt: TicketReceipt; email: string }>()
  const form = useForm({
    resolver: schemaResolver(CustomLicenseBody),
    defaultValues: {
      name: user ? formatPersonName(user) : '',
      email: user?.email ?? '',
      message: '',
      clip_ids: [...clip_ids],
      distribution_ids: [...choice.distribution_ids],
      end_client_size: choice.end_client_size,
    },
  })
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  const send = handleSubmit(async values => {
    onBusy(true)
    try {
      const distribution_ids = isBuyout ? [BUYOUT_DISTRIBUTION_ID] : values.distribution_ids
      const body = { ...values, distribution_ids, ...(!user?.email_verified && { captcha: await captcha.take() }) }
      const { data } = await call(requestCustomLicense, { body })
      setSent({ receipt: data, email: body.email })
      onSent()
    } catch (error) {
      showRefusal(error, form, ['name', 'email', 'message'])
    } finally {
      onBusy(false)
    }
  })
  if (sent)
    return (
      <TicketSent title="It’s with us." {...sent}>
        <p>A person reads it and answers with a quote.</p>
      </TicketSent>
    )
  return (
    <form
      id={CUSTOM_LICENSE_FORM_ID}
      className={css.form}
      method="post"
      noValidate
      onSubmit={send}
      {...(!user?.email_verified && captcha.formProps)}
    >
      <p className={css.lead}>
        Exclusivity, another territory or term, indemnity, many clips at once: tell us the use, and we answer with a
        quote within 1 business day.
      </p>
      <Checkbox checked={isBuyout} onChange={event => setBuyout(event.target.checked)}>
        All-Media Buyout: every channel, without a list
      </Checkbox>
      <div className={css.pair}>
        <TextField label="Name" autoComplete="name" {...register('name')} error={errors.name?.message} />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...register('email')}
          error={errors.email?.message}
        />
      </div>
      <TextArea
        label="What you need"
        rows={5}
        hint="Where it will be seen, for whom, how long, and by when you need it."
        {...register('message')}
        error={errors.message?.message}
      />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
    </form>
  )
}
