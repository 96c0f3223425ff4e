/** A dialog to cancel an invoice, mark it as paid by bank transfer, or end a dispute. It asks for a reason, which the order's history shows. */
import { useState } from 'react'
import { useForm } from 'react-hook-form'

import { getApprovalMessage } from '#approvals/admin/sent-for-approval.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { toMoney } from '#platform/money.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { CancelForm, cancelStaffOrder, endStaffOrderDispute, markStaffOrderPaid, PaidForm } from '../contract.ts'
import type { StaffOrder } from '../order-contract.ts'

import css from './refund-dialog.module.css'

export type OrderActionKind = 'cancel' | 'paid' | 'end-dispute'

type OrderActionDialogProps = {
  kind: OrderActionKind
  order: StaffOrder
  onClose: () => void
  onChanged: () => Promise<void>
}

/** The disputed amount of an order that was not paid through the gateway. */
const NO_MONEY = toMoney(0)

const texts = {
  cancel: {
    title: 'Cancel invoice',
    what: (amount: string) =>
      `The ${amount} are no longer due. The licenses end, downloads close, and a credit note cancels the invoice. We email the buyer.`,
    confirm: 'Cancel invoice',
    busy: 'Canceling…',
    done: (number: string) => `${number} is canceled.`,
  },
  paid: {
    title: 'Mark paid',
    what: (amount: string) => `${amount} arrived by bank transfer. All downloads open again.`,
    confirm: 'Mark paid',
    busy: 'Marking paid…',
    done: (number: string) => `${number} is paid.`,
  },
  'end-dispute': {
    title: 'End the dispute',
    what: (amount: string) =>
      amount === NO_MONEY.formatted
        ? 'The payment provider knows no case of this order, so your decision counts: the order is what it was before the dispute, and its licenses are in force again.'
        : `The buyer keeps the ${amount} that their bank withdrew, and the order continues. Its licenses are in force again and its downloads open. The filmmakers and the shop bear the loss, and the refundable amount is that much lower. We email the buyer.`,
    confirm: 'End dispute',
    busy: 'Ending…',
    done: (number: string) => `The dispute of ${number} has ended.`,
  },
}

export const OrderActionDialog = ({ kind, order, onClose, onChanged }: OrderActionDialogProps) => {
  const toast = useToast()
  const form = useForm({
    resolver: schemaResolver(kind === 'paid' ? PaidForm : CancelForm),
    defaultValues: { reason: '', reference: '' },
  })
  const { errors, isSubmitting } = form.formState
  const { title, what, confirm, busy, done } = texts[kind]
  const [amount, setAmount] = useState(order.dispute?.pending ?? (kind === 'end-dispute' ? NO_MONEY : order.total))
  // The amount stays if a colleague ended the dispute in the meantime; if the bank withdrew more, the new amount is shown.
  if (order.dispute && order.dispute.pending.unformatted !== amount.unformatted) setAmount(order.dispute.pending)
  const submit = form.handleSubmit(async ({ reason, reference }) => {
    const params = { id: String(order.id) }
    try {
      if (kind === 'cancel') await call(cancelStaffOrder, { params, body: { reason } })
      else if (kind === 'paid') await call(markStaffOrderPaid, { params, body: { reason, reference } })
      else await call(endStaffOrderDispute, { params, body: { reason, expected_cents: amount.unformatted } })
    } catch (error) {
      const approvalMessage = getApprovalMessage(error)
      if (approvalMessage !== undefined) {
        toast(approvalMessage, { kind: 'info' })
        return onClose()
      }
      showRefusal(error, form, ['reason', 'reference'])
      // The order may have changed in the meantime.
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
      persistent
      size="sm"
      title={title}
      description={what(amount.formatted)}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Back
          </Button>
          <Button
            type="submit"
            form="order-action"
            kind={kind === 'cancel' ? 'danger' : 'primary'}
            size="lg"
            busy={isSubmitting && busy}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id="order-action" method="post" noValidate onSubmit={submit} className={css.form}>
        {kind === 'paid' && (
          <TextField
            label="Reference"
            hint="As on the bank statement. The buyer can see it."
            maxLength={100}
            {...form.register('reference')}
            error={errors.reference?.message}
          />
        )}
        <TextArea
          label="Reason"
          hint="The ticket’s reference, and why. Only staff can see it."
          {...form.register('reason')}
          error={errors.reason?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
