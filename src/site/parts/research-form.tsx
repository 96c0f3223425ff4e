import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { useCaptcha } from '#platform/captcha/use-captcha.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { requestResearch, ResearchBody, type TicketReceipt } from '#tickets/contract.ts'
import { TicketSent } from '#tickets/ticket-sent.tsx'
import { deadlineNames, deadlines } from '#tickets/topics.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'

import { HoneypotField } from './honeypot-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { getSenderDefaults } from './sender-defaults.ts'

import css from './ticket-form.module.css'

const fields = ['name', 'email', 'phone', 'project', 'message', 'deadline'] as const

/** `initialMessage`: what the user has searched for. `onDone` is called when the user closes the confirmation. */
export const ResearchForm = ({ initialMessage, onDone }: { initialMessage: string; onDone: () => void }) => {
  const user = useSession()
  const [sent, setSent] = useState<{ receipt: TicketReceipt; email: string }>()
  const form = useForm({
    resolver: schemaResolver(ResearchBody),
    defaultValues: {
      ...getSenderDefaults(user),
      project: '',
      message: initialMessage,
      deadline: 'week' as const,
      phone: '',
      website: '',
    },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const captcha = useCaptcha('footage_research')

  const send = handleSubmit(async body => {
    try {
      const { data } = await call(requestResearch, {
        body: { ...body, ...(!user?.email_verified && { captcha: await captcha.take() }) },
      })
      setSent({ receipt: data, email: body.email })
    } catch (error) {
      showRefusal(error, form, fields)
    }
  })

  if (sent)
    return (
      <TicketSent title="We are looking." {...sent}>
        {user ? (
          <p>What we find is delivered to your account.</p>
        ) : (
          <p>
            What we find is delivered to your account. None yet? <Link to="/register">Create one</Link> with the same
            email; it is free.
          </p>
        )}
        <Button size="lg" onClick={onDone}>
          Back to where I was
        </Button>
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
      <TextArea
        label="What you are looking for"
        placeholder="A slow push over a rain-soaked harbor at dusk, no people, 24 fps, for a cold open"
        {...register('message')}
        error={errors.message?.message}
      />
      <div className={css.pair}>
        <TextField label="Project" hint="What it is for" {...register('project')} error={errors.project?.message} />
        <SelectField label="When you need it" {...register('deadline')} error={errors.deadline?.message}>
          {deadlineNames.map(name => (
            <option key={name} value={name}>
              {deadlines[name]}
            </option>
          ))}
        </SelectField>
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
        <PhoneField {...register('phone')} error={errors.phone?.message} />
      </div>
      <HoneypotField {...register('website')} />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <div className={css.end}>
        <Button type="submit" kind="primary" size="xl" busy={isSubmitting && 'Sending…'}>
          Find My Footage
        </Button>
        <p>Free of charge. You license only what you use.</p>
      </div>
    </form>
  )
}
