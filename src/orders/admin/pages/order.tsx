/** The order page: its details, and the actions that staff can take. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { formatDay, formatDateTime } from '#ui/admin/format-date.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useToast } from '#ui/toast.tsx'

import { formatDueDays, isOwed } from '../../due.ts'
import { OrderStatusLabel } from '../../order-status-label.tsx'
import { cancelStaffRefund, getStaffOrder } from '../contract.ts'
import type { StaffOrder } from '../order-contract.ts'
import type { OrderActionKind } from '../parts/order-action-dialog.tsx'
import { OrderLines } from '../parts/order-lines.tsx'
import {
  OrderDisputes,
  OrderHistory,
  OrderMails,
  OrderDocuments,
  OrderPayments,
  OrderProjects,
} from '../parts/order-parts.tsx'
import type { Route } from './+types/order'

import page from '#ui/admin/detail-page.module.css'
import css from './order.module.css'

const RefundDialog = lazy(() => import('../parts/refund-dialog.tsx').then(part => ({ default: part.RefundDialog })))
const OrderActionDialog = lazy(() =>
  import('../parts/order-action-dialog.tsx').then(part => ({ default: part.OrderActionDialog })),
)

const AmendmentDialog = lazy(() =>
  import('../parts/amendment-dialog.tsx').then(part => ({ default: part.AmendmentDialog })),
)
const BillingDialog = lazy(() => import('../parts/billing-dialog.tsx').then(part => ({ default: part.BillingDialog })))
const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

type OrderDialog = 'refund' | 'amend' | 'billing' | OrderActionKind

const getOrderName = ({ universal_invoice_number, id }: StaffOrder) => universal_invoice_number ?? `Attempt ${id}`

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? getOrderName(loaderData) : 'Order', noindex: true })

export const loader = async (args: Route.LoaderArgs) =>
  (await callForPage(args, getStaffOrder, { params: { id: args.params.id } })).data

export default function StaffOrderPage({ loaderData: order }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [dialog, setDialog] = useState<OrderDialog>()
  const close = () => setDialog(undefined)
  const [refundToCancel, setRefundToCancel] = useState<number>()
  return (
    <article className={cx(page.person, css.order)}>
      <Link to={{ pathname: '/admin/orders', search: params.toString() }} className={css.back}>
        <ArrowLeft aria-hidden />
        Orders
      </Link>
      <header className={page.head}>
        <h1>{getOrderName(order)}</h1>
        <OrderStatusLabel state={order.state} />
        {order.days_overdue !== null && (
          <span className={cx(order.days_overdue > 0 && css.late)}>{formatDueDays(order.days_overdue)}</span>
        )}
        <p className="mono">{order.total.formatted}</p>
        <OrderActions order={order} onOpen={setDialog} />
      </header>
      {order.lines.map(
        ({ id, clip_id, upgrades }) =>
          upgrades?.is_lost && (
            <Banner key={id}>
              The buyer’s bank withdrew the payment of {upgrades.order} for the license of clip {clip_id}, after this
              order had upgraded that license with a credit of {upgrades.credit.formatted}. The upgraded license is
              still in force. Please decide.
            </Banner>
          ),
      )}
      {order.withdrawal && (
        <Banner>
          The buyer, a consumer, withdrew on {formatDay(order.withdrawal.at)} from{' '}
          {order.withdrawal.clip_ids.length === 1 ? 'clip' : 'clips'} {order.withdrawal.clip_ids.join(', ')}.
          {order.is_paid_manually && ' It was paid by bank transfer: please refund these clips within 14 days.'}
        </Banner>
      )}
      {order.dispute && (
        <Banner>
          The bank withdrew {order.dispute.pending.formatted} of this payment, and it is unknown for which clip. The
          licenses are on hold {describeHold(order)}
        </Banner>
      )}
      {order.tax_warnings.map(warning => (
        <Banner key={warning}>{warning}</Banner>
      ))}
      {order.cases.length > 0 && (
        <section aria-labelledby="cases">
          <h2 id="cases">Disputes</h2>
          <OrderDisputes order={order} />
        </section>
      )}
      <OrderDetails order={order} />
      <section aria-labelledby="lines">
        <h2 id="lines">Lines</h2>
        <OrderLines order={order} />
      </section>
      {order.project_changes.length > 0 && (
        <section aria-labelledby="projects">
          <h2 id="projects">Projects</h2>
          <OrderProjects order={order} />
        </section>
      )}
      <div className={css.columns}>
        <section aria-labelledby="payments">
          <h2 id="payments">Payments and refunds</h2>
          <OrderPayments order={order} onCancelRefund={setRefundToCancel} />
        </section>
        <section aria-labelledby="documents">
          <h2 id="documents">Documents</h2>
          <OrderDocuments order={order} />
        </section>
      </div>
      <div className={css.columns}>
        <section aria-labelledby="history">
          <h2 id="history">History</h2>
          <OrderHistory order={order} />
        </section>
        <section aria-labelledby="mails">
          <h2 id="mails">Mails</h2>
          <OrderMails order={order} />
        </section>
      </div>
      {dialog && (
        <Suspense fallback={null}>
          {dialog === 'refund' ? (
            <RefundDialog order={order} onClose={close} onChanged={revalidate} />
          ) : dialog === 'billing' ? (
            <BillingDialog order={order} onClose={close} onChanged={revalidate} />
          ) : dialog === 'amend' ? (
            <AmendmentDialog order={order} onClose={close} onChanged={revalidate} />
          ) : (
            <OrderActionDialog kind={dialog} order={order} onClose={close} onChanged={revalidate} />
          )}
        </Suspense>
      )}
      {refundToCancel !== undefined && (
        <Suspense fallback={null}>
          <ReasonDialog
            title="Cancel refund"
            what="Nothing is refunded. Its clips stay licensed, and can be refunded later."
            confirm="Cancel refund"
            busy="Canceling…"
            danger
            onClose={() => setRefundToCancel(undefined)}
            onConfirm={async reason => {
              const params = { id: String(order.id), refund_id: String(refundToCancel) }
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

const describeHold = ({ dispute, can_end_dispute }: StaffOrder) => {
  if (!can_end_dispute) return 'until the current refund is complete and staff end the dispute.'
  if (dispute?.is_open)
    return 'until staff end the dispute. According to the last report another dispute is open, which the bank has to decide first.'
  return 'until staff end the dispute.'
}

const OrderActions = ({ order, onOpen }: { order: StaffOrder; onOpen: (dialog: OrderDialog) => void }) => {
  const { can_refund, can_cancel, can_mark_paid, can_end_dispute, can_amend_project, can_correct_billing, is_own } =
    order
  const hasActions = can_refund || can_cancel || can_mark_paid || can_end_dispute || can_amend_project
  if (!hasActions && !can_correct_billing) return null
  if (is_own) return <p className={css.own}>This order belongs to one of your workspaces, so a colleague has to act.</p>
  return (
    <p className={page.ways}>
      {can_end_dispute && <Button onClick={() => onOpen('end-dispute')}>End dispute</Button>}
      {can_amend_project && <Button onClick={() => onOpen('amend')}>Amend project</Button>}
      {can_correct_billing && <Button onClick={() => onOpen('billing')}>Correct billing details</Button>}
      {can_mark_paid && <Button onClick={() => onOpen('paid')}>Mark paid</Button>}
      {can_cancel && (
        <Button kind="danger" onClick={() => onOpen('cancel')}>
          Cancel invoice
        </Button>
      )}
      {can_refund && (
        <Button kind="danger" onClick={() => onOpen('refund')}>
          Refund
        </Button>
      )}
    </p>
  )
}

const OrderDetails = ({ order }: { order: StaffOrder }) => {
  const { at, due_at, workspace, buyer, payment_method, billed_to, references } = order
  return (
    <dl className={page.facts}>
      <OrderDetail label="Workspace">
        <Link to={`/admin/workspaces/${workspace.id}`}>{workspace.name}</Link>
      </OrderDetail>
      <OrderDetail label="Buyer">
        <Link to={`/admin/people/${buyer.id}`}>{buyer.name ?? 'somebody who has left'}</Link>
        {buyer.email && <span className={css.line}>{buyer.email}</span>}
      </OrderDetail>
      <OrderDetail label={order.universal_invoice_number ? 'Placed' : 'Attempted'} isNumber>
        {formatDateTime(at)}
      </OrderDetail>
      {due_at && (
        <OrderDetail label="Due" isNumber>
          {formatDay(due_at)}
        </OrderDetail>
      )}
      <OrderDetail label={isOwed(order.state) ? 'To be paid' : 'Paid with'}>{payment_method}</OrderDetail>
      {references.map(({ label, value }) => (
        <OrderDetail key={label} label={label}>
          {value}
        </OrderDetail>
      ))}
      <OrderDetail label="Billed to">
        {billed_to.map(line => (
          <span key={line} className={css.line}>
            {line}
          </span>
        ))}
      </OrderDetail>
    </dl>
  )
}

const OrderDetail = ({ label, isNumber, children }: { label: string; isNumber?: boolean; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className={isNumber ? 'mono' : undefined}>{children}</dd>
  </div>
)
