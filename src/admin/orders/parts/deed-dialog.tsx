/** Cancelling an invoice, marking it paid by bank transfer, ending a dispute: each with its reason, which stays in the order's history. */
import { useState } from 'react'
import { useForm } from 'react-hook-form'

import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { money } from '#platform/money.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { sentForApproval } from '../../approvals/sent-for-approval.ts'
import {
  CancelForm,
  cancelStaffOrder,
  endStaffOrderDispute,
  markStaffOrderPaid,
  PaidForm,
  type StaffOrder,
} from '../contract.ts'

import css from './refund-dialog.module.css'

export type DeedKind = 'cancel' | 'paid' | 'end-dispute'

type Props = { kind: DeedKind; order: StaffOrder; onClose: () => void; onChanged: () => Promise<void> }

/** Of an order that was not paid through the payment provider. */
const no_money = money(0)

const texts = {
  cancel: {
    title: 'Cancel invoice',
    what: (amount: string) =>
      `Nothing of ${amount} is owed any more. The licenses end, downloads close, and a credit note takes the invoice back. The buyer is mailed.`,
    confirm: 'Cancel invoice',
    busy: 'Cancelling…',
    done: (number: string) => `${number} is cancelled.`,
  },
  paid: {
    title: 'Mark paid',
    what: (amount: string) => `${amount} came by bank transfer. Everything that was closed for it opens again.`,
    confirm: 'Mark paid',
    busy: 'Marking paid…',
    done: (number: string) => `${number} is paid.`,
  },
  'end-dispute': {
    title: 'End the dispute',
    what: (amount: string) =>
      amount === no_money.formatted
        ? 'The payment provider knows no case of this order, so your decision counts: the order is what it was before the dispute, and its licenses are in force again.'
        : `The buyer keeps the ${amount} that their bank took, and the order goes on. Its licenses are in force again and downloads open; the filmmakers and we bear what was taken, and so much less can be given back. The buyer is mailed.`,
    confirm: 'End dispute',
    busy: 'Ending…',
    done: (number: string) => `The dispute of ${number} has ended.`,
  },
}

export const DeedDialog = ({ kind, order, onClose, onChanged }: Props) => {
  const toast = useToast()
  const form = useForm({
    resolver: checkedBy(kind === 'paid' ? PaidForm : CancelForm),
    defaultValues: { reason: '', reference: '' },
  })
  const { errors, isSubmitting } = form.formState
  const { title, what, confirm, busy, done } = texts[kind]
  const [about, setAbout] = useState(order.dispute?.pending ?? (kind === 'end-dispute' ? no_money : order.total))
  // What is asked about stays when a colleague ended the dispute meanwhile; more that the bank took is shown.
  if (order.dispute && order.dispute.pending.unformatted !== about.unformatted) setAbout(order.dispute.pending)
  const carryOut = form.handleSubmit(async ({ reason, reference }) => {
    const params = { id: String(order.id) }
    try {
      if (kind === 'cancel') await call(cancelStaffOrder, { params, body: { reason } })
      else if (kind === 'paid') await call(markStaffOrderPaid, { params, body: { reason, reference } })
      else await call(endStaffOrderDispute, { params, body: { reason, seen_cents: about.unformatted } })
    } catch (error) {
      const waits = sentForApproval(error)
      if (waits !== undefined) {
        toast(waits, { kind: 'info' })
        return onClose()
      }
      showRefusal(error, form, ['reason', 'reference'])
      // What became of it meanwhile stands on the page behind.
      await onChanged()
      return
    }
    await onChanged()
    toast(done(order.universal_invoice_number ?? ''), { kind: 'success' })
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      keep
      size="sm"
      title={title}
      description={what(about.formatted)}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Back
          </Button>
          <Button
            type="submit"
            form="deed"
            kind={kind === 'cancel' ? 'danger' : 'primary'}
            size="lg"
            busy={isSubmitting && busy}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id="deed" method="post" noValidate onSubmit={carryOut} className={css.form}>
        {kind === 'paid' && (
          <TextField
            label="Reference"
            hint="As it stands on our bank statement; the buyer sees it."
            maxLength={100}
            {...form.register('reference')}
            error={errors.reference?.message}
          />
        )}
        <TextArea
          label="Reason"
          hint="A ticket’s reference, and what for. Only our people see it."
          {...form.register('reason')}
          error={errors.reason?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
