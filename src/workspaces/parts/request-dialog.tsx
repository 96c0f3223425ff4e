/** The form of a workspace's request to staff, and its receipt. */
import { useState } from 'react'
import { useForm } from 'react-hook-form'

import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import type { TicketReceipt } from '#tickets/contract.ts'
import { TicketSent } from '#tickets/ticket-sent.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextArea } from '#ui/text-field.tsx'

import {
  BillingRequestBody,
  EnterpriseRequestBody,
  requestBillingChange,
  requestEnterprise,
  requestSupport,
  SupportRequestBody,
} from '../requests-contract.ts'
import { billingTopics, enterpriseTopics, supportTopics } from '../requests.ts'

import css from './request-dialog.module.css'

export type RequestKind = 'support' | 'enterprise' | 'billing'

const requestForms = {
  support: {
    title: 'Workspace support',
    lead: 'Something about your team, its orders or its licenses. A person answers within 1 business day.',
    topics: supportTopics,
    endpoint: requestSupport,
    body: SupportRequestBody,
    hint: 'An order number or an email helps us answer at once.',
  },
  enterprise: {
    title: 'Unlock enterprise features',
    lead: 'Invoices instead of cards, rates of your own, one contract for everybody. Tell us what you need most.',
    topics: enterpriseTopics,
    endpoint: requestEnterprise,
    body: EnterpriseRequestBody,
    hint: 'How many of you work with footage, and about how much you license in a year.',
  },
  billing: {
    title: 'Request a billing change',
    lead: 'Our team can change what you cannot change on this page.',
    topics: billingTopics,
    endpoint: requestBillingChange,
    body: BillingRequestBody,
    hint: 'What it should be, and from when.',
  },
} as const

export const RequestDialog = ({ kind, onClose }: { kind: RequestKind; onClose: () => void }) => {
  const { title, lead, topics, endpoint, body, hint } = requestForms[kind]
  const email = useSession()?.email ?? ''
  const [receipt, setReceipt] = useState<TicketReceipt>()
  const form = useForm({
    resolver: schemaResolver(body),
    defaultValues: { topic: Object.keys(topics)[0] ?? '', message: '' },
  })
  const { errors, isSubmitting } = form.formState

  const send = form.handleSubmit(async body => {
    try {
      setReceipt((await call(endpoint, { body })).data)
    } catch (error) {
      showRefusal(error, form, ['topic', 'message'])
    }
  })

  if (receipt)
    return (
      <Dialog
        open
        onClose={onClose}
        title={title}
        footer={
          <Button size="lg" onClick={onClose}>
            Done
          </Button>
        }
      >
        <TicketSent title="It’s with us." receipt={receipt} email={email}>
          <p>A person reads it and answers to your email.</p>
        </TicketSent>
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      title={title}
      description={lead}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="request" kind="primary" size="lg" busy={isSubmitting && 'Sending…'}>
            Send request
          </Button>
        </>
      }
    >
      <form id="request" method="post" noValidate onSubmit={send} className={css.form}>
        <SelectField label="Topic" {...form.register('topic')} error={errors.topic?.message}>
          {Object.entries(topics).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextArea label="Message" rows={5} hint={hint} {...form.register('message')} error={errors.message?.message} />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
