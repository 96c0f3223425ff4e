/** The dialog to request a preferred rate, with a confirmation once it is sent. */
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
import { TextArea, TextField } from '#ui/text-field.tsx'

import { RateRequestBody, requestRate } from '../contract.ts'

import css from './request-dialog.module.css'

const TITLE = 'Request a preferred rate'

export const RequestDialog = ({ onClose }: { onClose: () => void }) => {
  const email = useSession()?.email ?? ''
  const [receipt, setReceipt] = useState<TicketReceipt>()
  const form = useForm({
    resolver: schemaResolver(RateRequestBody),
    defaultValues: { end_client: '', clips: '', message: '' },
  })
  const { errors, isSubmitting } = form.formState

  const send = form.handleSubmit(async body => {
    try {
      setReceipt((await call(requestRate, { body })).data)
    } catch (error) {
      showRefusal(error, form, ['end_client', 'clips', 'message'])
    }
  })

  if (receipt)
    return (
      <Dialog
        open
        onClose={onClose}
        title={TITLE}
        footer={
          <Button size="lg" onClick={onClose}>
            Done
          </Button>
        }
      >
        <TicketSent title="It’s with us." receipt={receipt} email={email}>
          <p>A person reviews it and answers by email. The rate then appears on this page.</p>
        </TicketSent>
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      title={TITLE}
      description="One price for every clip, for a client or a campaign. A person answers within 1 business day."
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="request-rate" kind="primary" size="lg" busy={isSubmitting && 'Sending…'}>
            Send request
          </Button>
        </>
      }
    >
      <form id="request-rate" method="post" noValidate onSubmit={send} className={css.form}>
        <TextField label="End client" {...form.register('end_client')} error={errors.end_client?.message} />
        <TextField
          label="Number of clips"
          hint="About how many, and in which time."
          {...form.register('clips')}
          error={errors.clips?.message}
        />
        <TextArea
          label="Usage details"
          rows={5}
          hint="Where the clips will be seen, for how long, in which countries, and whether media is paid for."
          {...form.register('message')}
          error={errors.message?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
