/** The dialog that marks a payout as sent, with its day and reference. */
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { markPayoutSent, MarkPayoutSentBody, type PayoutSummary } from '../payouts-contract.ts'

import css from './payout-panel.module.css'

/** Returns the payee of a payout. A sent payout keeps the one that it was sent to. */
export const formatPayee = ({ payee, sent }: PayoutSummary): string => {
  if (sent) return sent.to ? `${sent.to.name}, ${sent.to.email}` : 'No longer known'
  return payee ? `${payee.name}, ${payee.email}` : 'No payout details'
}

const fieldNames = ['sent_on', 'reference', 'reason'] as const

export const MarkSentDialog = ({ row, today, onClose }: { row: PayoutSummary; today: string; onClose: () => void }) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const form = useForm({
    resolver: schemaResolver(MarkPayoutSentBody),
    defaultValues: { sent_on: today, reference: '', payee: null, reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async body => {
    try {
      await call(markPayoutSent, { params: { number: row.number }, body: { ...body, payee: row.payee } })
    } catch (error) {
      showRefusal(error, form, fieldNames)
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
      persistent
      size="sm"
      title={`${row.paid.formatted} for ${row.filmmaker}`}
      description="Mark it once the money has been sent. This cannot be undone, and the filmmaker gets a mail."
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
      <form id="sent" method="post" noValidate className={css.form} onSubmit={save}>
        <p>{row.payee ? `To ${formatPayee(row)}.` : `${formatPayee(row)}.`}</p>
        <TextField
          label="Reference"
          hint="The PayPal transaction reference."
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
          hint="For the audit log."
          maxLength={500}
          {...form.register('reason')}
          error={errors.reason?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
