/** One order: everything that is known of it, and what can be done about it. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { dueWords, isOwed } from '#orders/due.ts'
import { OrderState } from '#orders/order-state.tsx'
import { call } from '#platform/call.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useToast } from '#ui/toast.tsx'

import { dayOf, momentOf } from '../../parts/moment.ts'
import { cancelStaffRefund, getStaffOrder, type StaffOrder } from '../contract.ts'
import type { DeedKind } from '../parts/deed-dialog.tsx'
import { OrderLines } from '../parts/order-lines.tsx'
import { Cases, History, Mails, Papers, Payments } from '../parts/order-parts.tsx'
import type { Route } from './+types/order'

import page from '../../pages/person.module.css'
import css from './order.module.css'

const RefundDialog = lazy(() => import('../parts/refund-dialog.tsx').then(part => ({ default: part.RefundDialog })))
const DeedDialog = lazy(() => import('../parts/deed-dialog.tsx').then(part => ({ default: part.DeedDialog })))

const ReasonDialog = lazy(() => import('../../parts/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

const nameOf = ({ universal_invoice_number, id }: StaffOrder) => universal_invoice_number ?? `Try ${id}`

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? nameOf(loaderData) : 'Order', noindex: true })

export const loader = async (args: Route.LoaderArgs) =>
  (await pageCall(args, getStaffOrder, { params: { id: args.params.id } })).data

export default function StaffOrderPage({ loaderData: order }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [open, setOpen] = useState<'refund' | DeedKind>()
  const close = () => setOpen(undefined)
  const [canceled, setCanceled] = useState<number>()
  return (
    <article className={cx(page.person, css.order)}>
      <Link to={{ pathname: '/admin/orders', search: asked.toString() }} className={css.back}>
        <ArrowLeft aria-hidden />
        Orders
      </Link>
      <header className={page.head}>
        <h1>{nameOf(order)}</h1>
        <OrderState state={order.state} />
        {order.days_overdue !== null && (
          <span className={cx(order.days_overdue > 0 && css.late)}>{dueWords(order.days_overdue)}</span>
        )}
        <p className="mono">{order.total.formatted}</p>
        <Ways order={order} open={setOpen} />
      </header>
      {order.lines.map(
        ({ id, clip_id, upgrades }) =>
          upgrades?.is_lost && (
            <Banner key={id}>
              The bank took back what was paid in {upgrades.order} for the license of clip {clip_id}, after this order
              had upgraded it with a credit of {upgrades.credit.formatted}. The wider license still holds: please
              decide.
            </Banner>
          ),
      )}
      {order.dispute && (
        <Banner>
          The bank took {order.dispute.pending.formatted} of this payment, and nobody can say for which clip. The
          licenses are on hold {heldUntil(order)}
        </Banner>
      )}
      {order.cases.length > 0 && (
        <section aria-labelledby="cases">
          <h2 id="cases">Disputes</h2>
          <Cases order={order} />
        </section>
      )}
      <Facts order={order} />
      <section aria-labelledby="lines">
        <h2 id="lines">Lines</h2>
        <OrderLines order={order} />
      </section>
      <div className={css.columns}>
        <section aria-labelledby="payments">
          <h2 id="payments">Payments and refunds</h2>
          <Payments order={order} onCancelRefund={setCanceled} />
        </section>
        <section aria-labelledby="papers">
          <h2 id="papers">Papers</h2>
          <Papers order={order} />
        </section>
      </div>
      <div className={css.columns}>
        <section aria-labelledby="history">
          <h2 id="history">History</h2>
          <History order={order} />
        </section>
        <section aria-labelledby="mails">
          <h2 id="mails">Mails</h2>
          <Mails order={order} />
        </section>
      </div>
      {open && (
        <Suspense fallback={null}>
          {open === 'refund' ? (
            <RefundDialog order={order} onClose={close} onChanged={revalidate} />
          ) : (
            <DeedDialog kind={open} order={order} onClose={close} onChanged={revalidate} />
          )}
        </Suspense>
      )}
      {canceled !== undefined && (
        <Suspense fallback={null}>
          <ReasonDialog
            title="Cancel refund"
            what="Nothing of it goes back. Its clips stay licensed, and can be refunded again."
            confirm="Cancel refund"
            busy="Canceling…"
            danger
            onClose={() => setCanceled(undefined)}
            onConfirm={async reason => {
              const params = { id: String(order.id), refund_id: String(canceled) }
              await call(cancelStaffRefund, { params, body: { reason } })
              await revalidate()
              toast('The refund is canceled.', { kind: 'success' })
            }}
          />
        </Suspense>
      )}
    </article>
  )
}

const heldUntil = ({ dispute, can_end_dispute }: StaffOrder) => {
  if (!can_end_dispute) return 'until the refund that is under way has ended and one of us ends the dispute.'
  if (dispute?.is_open)
    return 'until one of us ends the dispute. The last that we heard is that another case is open: the bank has to decide it first.'
  return 'until one of us ends the dispute.'
}

const Ways = ({ order, open }: { order: StaffOrder; open: (what: 'refund' | DeedKind) => void }) => {
  const { can_refund, can_cancel, can_mark_paid, can_end_dispute, is_own } = order
  if (!can_refund && !can_cancel && !can_mark_paid && !can_end_dispute) return null
  if (is_own) return <p className={css.own}>An order of a workspace of yours: a colleague has to act.</p>
  return (
    <p className={page.ways}>
      {can_end_dispute && <Button onClick={() => open('end-dispute')}>End dispute</Button>}
      {can_mark_paid && <Button onClick={() => open('paid')}>Mark paid</Button>}
      {can_cancel && (
        <Button kind="danger" onClick={() => open('cancel')}>
          Cancel invoice
        </Button>
      )}
      {can_refund && (
        <Button kind="danger" onClick={() => open('refund')}>
          Refund
        </Button>
      )}
    </p>
  )
}

const Facts = ({ order }: { order: StaffOrder }) => {
  const { at, due_at, workspace, buyer, payment_method, billed_to, references } = order
  return (
    <dl className={page.facts}>
      <Fact label="Workspace">
        <Link to={`/admin/workspaces/${workspace.id}`}>{workspace.name}</Link>
      </Fact>
      <Fact label="Buyer">
        <Link to={`/admin/people/${buyer.id}`}>{buyer.name ?? 'somebody who has left'}</Link>
        {buyer.email && <span className={css.line}>{buyer.email}</span>}
      </Fact>
      <Fact label={order.universal_invoice_number ? 'Placed' : 'Tried'} isNumber>
        {momentOf(at)}
      </Fact>
      {due_at && (
        <Fact label="Due" isNumber>
          {dayOf(due_at)}
        </Fact>
      )}
      <Fact label={isOwed(order.state) ? 'To be paid' : 'Paid with'}>{payment_method}</Fact>
      {references.map(({ label, value }) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
      <Fact label="Billed to">
        {billed_to.map(line => (
          <span key={line} className={css.line}>
            {line}
          </span>
        ))}
      </Fact>
    </dl>
  )
}

const Fact = ({ label, isNumber, children }: { label: string; isNumber?: boolean; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className={isNumber ? 'mono' : undefined}>{children}</dd>
  </div>
)
