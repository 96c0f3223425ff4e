import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { useCaptcha } from '#platform/captcha/use-captcha.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { ContactBody, sendContact, type TicketReceipt } from '#tickets/contract.ts'
import { TicketSent } from '#tickets/ticket-sent.tsx'
import { contactTopicNames, contactTopics, type ContactTopic } from '#tickets/topics.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'

import { HoneypotField } from './honeypot-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { getSenderDefaults } from './sender-defaults.ts'

import css from './ticket-form.module.css'

/** `topic` is preselected. */
export const ContactForm = ({ topic }: { topic: ContactTopic }) => {
  const user = useSession()
  const [sent, setSent] = useState<{ receipt: TicketReceipt; email: string }>()
  const form = useForm({
    resolver: schemaResolver(ContactBody),
    defaultValues: { ...getSenderDefaults(user), topic, phone: '', message: '', website: '' },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const captcha = useCaptcha('contact')

  const send = handleSubmit(async body => {
    try {
      const { data } = await call(sendContact, {
        body: { ...body, ...(!user?.email_verified && { captcha: await captcha.take() }) },
      })
      setSent({ receipt: data, email: body.email })
    } catch (error) {
      showRefusal(error, form, ['name', 'email', 'phone', 'topic', 'message'])
    }
  })

  if (sent)
    return (
      <TicketSent title="It’s with us." {...sent}>
        <p>A person reads it and replies to your email.</p>
        <Link to="/clips">Back to the footage</Link>
      </TicketSent>
    )
  return (
    <form
      className={css.form}
      method="post"
      noValidate
      onSubmit={send}
      {...(!user?.email_verified && captcha.formProps)}
    >
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
        <SelectField label="Topic" {...register('topic')} error={errors.topic?.message}>
          {contactTopicNames.map(name => (
            <option key={name} value={name}>
              {contactTopics[name]}
            </option>
          ))}
        </SelectField>
        <PhoneField {...register('phone')} error={errors.phone?.message} />
      </div>
      <TextArea
        label="Message"
        hint="Include an order number or clip link and we can answer faster."
        {...register('message')}
        error={errors.message?.message}
      />
      <HoneypotField {...register('website')} />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <div className={css.end}>
        <Button type="submit" kind="primary" size="xl" busy={isSubmitting && 'Sending…'}>
          Send message
        </Button>
        <p>
          We keep what you write to answer it. <Link to="/privacy-policy#messages">How long, and who reads it</Link>
        </p>
      </div>
    </form>
  )
}
