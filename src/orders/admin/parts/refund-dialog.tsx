/** A dialog to refund an order or some of its lines. */
import { useState } from 'react'
import { useForm } from 'react-hook-form'

import { getApprovalMessage } from '#approvals/admin/sent-for-approval.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { createOperation } from '#platform/http/operation.ts'
import { formatCents } from '#platform/money.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { calculateRefund } from '../../refund-amounts.ts'
import { RefundForm, refundStaffOrder } from '../contract.ts'
import type { StaffOrder, StaffOrderLine } from '../order-contract.ts'
import { selectAllLabel } from '../refund-label.ts'

import css from './refund-dialog.module.css'

type RefundDialogProps = { order: StaffOrder; onClose: () => void; onChanged: () => Promise<void> }
type RefundBody = { order_item_ids: number[] | null; expected_cents: number; reason: string; reference: string }

const toRefundLine = ({
  id,
  price,
  discount,
  tax,
  withdrawn,
  withdrawn_tax,
  refunded,
  has_pending_refund,
}: StaffOrderLine) => ({
  id,
  price_cents: price.unformatted,
  discount_cents: discount.unformatted,
  tax_cents: tax.unformatted,
  withdrawn_cents: withdrawn.unformatted,
  withdrawn_tax_cents: withdrawn_tax.unformatted,
  refunded: refunded || has_pending_refund,
})

const getFeeCents = ({ processing_fee, withdrawn_fee }: StaffOrder) => ({
  processing_fee_cents: processing_fee.unformatted,
  withdrawn_fee_cents: withdrawn_fee.unformatted,
})

export const RefundDialog = ({ order, onClose, onChanged }: RefundDialogProps) => {
  const toast = useToast()
  const [operation] = useState(() => createOperation<RefundBody>())
  const remainingLines = order.lines.filter(({ refunded, has_pending_refund }) => !refunded && !has_pending_refund)
  const refundableLines = remainingLines.filter(({ upgraded_in }) => !upgraded_in)
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(
    () => new Set(refundableLines.map(({ id }) => id)),
  )
  const refundAmounts = calculateRefund(order.lines.map(toRefundLine), getFeeCents(order), selectedIds)
  const form = useForm({ resolver: schemaResolver(RefundForm), defaultValues: { reason: '', reference: '' } })
  const { errors, isSubmitting } = form.formState
  // The request may already have been carried out. Until that is known, the selection cannot change.
  const [isSent, setSent] = useState(false)
  const select = (ids: readonly number[], isSelected: boolean) =>
    setSelectedIds(previous =>
      isSelected ? new Set([...previous, ...ids]) : new Set([...previous].filter(id => !ids.includes(id))),
    )

  const submit = form.handleSubmit(async fields => {
    try {
      const { body, ...options } = await operation.begin(() => ({
        ...fields,
        order_item_ids: refundAmounts.is_last ? null : refundAmounts.order_item_ids,
        expected_cents: refundAmounts.total_cents,
      }))
      const { data } = await call(refundStaffOrder, { params: { id: String(order.id) }, body }, options)
      const isDone = data.refunds.at(-1)?.state === 'done'
      await onChanged()
      toast(
        isDone
          ? `${formatCents(body.expected_cents)} refunded.`
          : 'The refund is in progress. It continues in the background, and this page shows when it is complete.',
        { kind: isDone ? 'success' : 'info' },
      )
      onClose()
    } catch (error) {
      operation.failed(error)
      const approvalMessage = getApprovalMessage(error)
      if (approvalMessage !== undefined) {
        toast(approvalMessage, { kind: 'info' })
        return onClose()
      }
      setSent(operation.hasBegun())
      showRefusal(
        error,
        form,
        ['reason', 'reference'],
        'The server did not respond. Please try again: nothing is refunded twice.',
      )
      await onChanged()
    }
  })

  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      size="lg"
      title="Refund"
      description="The licenses of the refunded clips end, and their downloads close. We create a credit note and email the buyer."
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Back
          </Button>
          <Button
            type="submit"
            form="refund"
            kind="danger"
            size="lg"
            disabled={refundAmounts.order_item_ids.length === 0}
            busy={isSubmitting && 'Refunding…'}
          >
            Refund {formatCents(refundAmounts.total_cents)}
          </Button>
        </>
      }
    >
      <form id="refund" method="post" noValidate onSubmit={submit} className={css.form}>
        <fieldset className={css.lines} disabled={isSent || isSubmitting}>
          <legend className="visually-hidden">Clips to refund</legend>
          {refundableLines.length > 1 && (
            <Checkbox
              checked={selectedIds.size === refundableLines.length}
              onChange={({ currentTarget }) =>
                select(
                  refundableLines.map(({ id }) => id),
                  currentTarget.checked,
                )
              }
            >
              {selectAllLabel({ free: refundableLines.length, left: remainingLines.length })}
            </Checkbox>
          )}
          {remainingLines.map(line => (
            <div key={line.id} className={css.line}>
              <Checkbox
                checked={selectedIds.has(line.id)}
                disabled={line.upgraded_in !== null}
                onChange={({ currentTarget }) => select([line.id], currentTarget.checked)}
              >
                {line.clip_id} {line.name}, {line.format}
                {line.upgraded_in &&
                  `: upgraded in ${line.upgraded_in.order ?? 'an order under way'}, refund that first`}
              </Checkbox>
              <span className="mono">
                {formatCents(line.price.unformatted - line.discount.unformatted + line.tax.unformatted)}
              </span>
            </div>
          ))}
        </fieldset>
        <dl className={css.sums} aria-live="polite">
          <RefundAmount label="Prices" cents={refundAmounts.price_cents} />
          {refundAmounts.discount_cents > 0 && <RefundAmount label="Discounts" cents={-refundAmounts.discount_cents} />}
          {refundAmounts.fee_cents > 0 && <RefundAmount label="Processing fee" cents={refundAmounts.fee_cents} />}
          <RefundAmount label="Tax" cents={refundAmounts.tax_cents} />
          {refundAmounts.withdrawn_cents > 0 && (
            <RefundAmount label="Taken by their bank" cents={-refundAmounts.withdrawn_cents} />
          )}
          <RefundAmount label="Refund" cents={refundAmounts.total_cents} />
        </dl>
        {order.is_paid_manually && (
          <TextField
            label="Reference of the transfer"
            hint="This order was not paid through the payment provider: send the money first, then enter the reference here. The buyer can see it."
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

const RefundAmount = ({ label, cents }: { label: string; cents: number }) => (
  <div>
    <dt>{label}</dt>
    <dd className="mono">{formatCents(cents)}</dd>
  </div>
)
