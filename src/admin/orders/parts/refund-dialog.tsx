/** Giving back an order, or some of its lines: what is chosen, what it comes to, and why. */
import { useState } from 'react'
import { useForm } from 'react-hook-form'

import { refundOf } from '#orders/refund-amounts.ts'
import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { formatCents } from '#platform/money.ts'
import { oneOperation } from '#platform/operation.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { sentForApproval } from '../../approvals/sent-for-approval.ts'
import { RefundForm, refundStaffOrder, type StaffOrder, type StaffOrderLine } from '../contract.ts'
import { allLabel } from '../refund-label.ts'

import css from './refund-dialog.module.css'

type Props = { order: StaffOrder; onClose: () => void; onChanged: () => Promise<void> }
type Body = { order_item_ids: number[] | null; seen_cents: number; reason: string; reference: string }

const inCents = ({ id, price, discount, tax, taken, taken_tax, refunded, refund_waits }: StaffOrderLine) => ({
  id,
  price_cents: price.unformatted,
  discount_cents: discount.unformatted,
  tax_cents: tax.unformatted,
  taken_cents: taken.unformatted,
  taken_tax_cents: taken_tax.unformatted,
  refunded: refunded || refund_waits,
})

const feeOf = ({ processing_fee, taken_fee }: StaffOrder) => ({
  processing_fee_cents: processing_fee.unformatted,
  taken_fee_cents: taken_fee.unformatted,
})

export const RefundDialog = ({ order, onClose, onChanged }: Props) => {
  const toast = useToast()
  const [operation] = useState(() => oneOperation<Body>())
  const left = order.lines.filter(({ refunded, refund_waits }) => !refunded && !refund_waits)
  const free = left.filter(({ upgraded_in }) => !upgraded_in)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(free.map(({ id }) => id)))
  const back = refundOf(order.lines.map(inCents), feeOf(order), chosen)
  const form = useForm({ resolver: checkedBy(RefundForm), defaultValues: { reason: '', reference: '' } })
  const { errors, isSubmitting } = form.formState
  // What was sent may have been carried out: until that is known nothing else can be asked for.
  const [isSent, setSent] = useState(false)
  const choose = (ids: readonly number[], isChosen: boolean) =>
    setChosen(was => (isChosen ? new Set([...was, ...ids]) : new Set([...was].filter(id => !ids.includes(id)))))

  const carryOut = form.handleSubmit(async words => {
    try {
      const { body, ...options } = await operation.begin(() => ({
        ...words,
        order_item_ids: back.is_last ? null : back.order_item_ids,
        seen_cents: back.total_cents,
      }))
      const { data } = await call(refundStaffOrder, { params: { id: String(order.id) }, body }, options)
      const isDone = data.refunds.at(-1)?.state === 'done'
      await onChanged()
      toast(
        isDone
          ? `${formatCents(body.seen_cents)} given back.`
          : 'The refund is under way: it goes on by itself, and this page says when it has ended.',
        { kind: isDone ? 'success' : 'info' },
      )
      onClose()
    } catch (error) {
      operation.failed(error)
      const waits = sentForApproval(error)
      if (waits !== undefined) {
        toast(waits, { kind: 'info' })
        return onClose()
      }
      setSent(operation.hasBegun())
      showRefusal(
        error,
        form,
        ['reason', 'reference'],
        'Nobody answered. Please try again: nothing is given back twice.',
      )
      await onChanged()
    }
  })

  return (
    <Dialog
      open
      onClose={onClose}
      keep
      size="lg"
      title="Refund"
      description="The licenses of what goes back end, and its downloads close. A credit note is written, and the buyer is mailed."
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
            disabled={back.order_item_ids.length === 0}
            busy={isSubmitting && 'Giving back…'}
          >
            Give back {formatCents(back.total_cents)}
          </Button>
        </>
      }
    >
      <form id="refund" method="post" noValidate onSubmit={carryOut} className={css.form}>
        <fieldset className={css.lines} disabled={isSent || isSubmitting}>
          <legend className="visually-hidden">What goes back</legend>
          {free.length > 1 && (
            <Checkbox
              checked={chosen.size === free.length}
              onChange={({ currentTarget }) =>
                choose(
                  free.map(({ id }) => id),
                  currentTarget.checked,
                )
              }
            >
              {allLabel({ free: free.length, left: left.length })}
            </Checkbox>
          )}
          {left.map(line => (
            <div key={line.id} className={css.line}>
              <Checkbox
                checked={chosen.has(line.id)}
                disabled={line.upgraded_in !== null}
                onChange={({ currentTarget }) => choose([line.id], currentTarget.checked)}
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
          <Sum label="Prices" cents={back.price_cents} />
          {back.discount_cents > 0 && <Sum label="Discounts" cents={-back.discount_cents} />}
          {back.fee_cents > 0 && <Sum label="Processing fee" cents={back.fee_cents} />}
          <Sum label="Tax" cents={back.tax_cents} />
          {back.taken_cents > 0 && <Sum label="Taken by their bank" cents={-back.taken_cents} />}
          <Sum label="Goes back" cents={back.total_cents} />
        </dl>
        {order.is_by_hand && (
          <TextField
            label="Reference of the transfer"
            hint="This order was not paid through the payment provider: send the money first, then note it here. The buyer sees it."
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

const Sum = ({ label, cents }: { label: string; cents: number }) => (
  <div>
    <dt>{label}</dt>
    <dd className="mono">{formatCents(cents)}</dd>
  </div>
)
