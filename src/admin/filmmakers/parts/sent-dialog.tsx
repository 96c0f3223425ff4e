/** Saying that a payout has left, on which day and under which reference. */
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'

import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { markPayoutSent, SentBody, type PayoutRow } from '../payouts-contract.ts'

import css from './payout-desk.module.css'

/** One that has left stays where it went. */
export const whereTo = ({ payee, sent }: PayoutRow): string => {
  if (sent) return sent.to ? `${sent.to.name}, ${sent.to.email}` : 'Not known any more'
  return payee ? `${payee.name}, ${payee.email}` : 'Nobody says where to any more'
}

const fields = ['sent_on', 'reference', 'reason'] as const

export const SentDialog = ({ row, today, onClose }: { row: PayoutRow; today: string; onClose: () => void }) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({
    resolver: checkedBy(SentBody),
    defaultValues: { sent_on: today, reference: '', payee: null, reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async body => {
    try {
      await call(markPayoutSent, { params: { number: row.number }, body: { ...body, payee: row.payee } })
    } catch (error) {
      showRefusal(error, form, fields)
      await revalidate()
      return
    }
    await revalidate()
    toast(`${row.number} is marked as sent. ${row.filmmaker} gets a mail.`, { kind: 'success' })
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      keep
      size="sm"
      title={`${row.paid.formatted} for ${row.filmmaker}`}
      description="Once the money has left: it cannot be taken back, and those who look after the filmmaker are mailed."
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="sent" kind="primary" size="lg" busy={isSubmitting && 'Saving…'}>
            Mark as sent
          </Button>
        </>
      }
    >
      <form id="sent" method="post" noValidate className={css.form} onSubmit={send}>
        <p>{row.payee ? `To ${whereTo(row)}.` : `${whereTo(row)}.`}</p>
        <TextField
          label="Reference"
          hint="What finds it at PayPal."
          maxLength={120}
          {...form.register('reference')}
          error={errors.reference?.message}
        />
        <TextField
          label="Sent on"
          type="date"
          max={today}
          {...form.register('sent_on')}
          error={errors.sent_on?.message}
        />
        <TextField
          label="Note"
          optional
          hint="For our own log."
          maxLength={500}
          {...form.register('reason')}
          error={errors.reason?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
