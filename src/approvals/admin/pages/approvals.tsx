/** The page of approval requests: the pending ones and the last decided ones. */
import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { formatDay, formatDateTime } from '#ui/admin/format-date.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useToast } from '#ui/toast.tsx'

import { approve, listApprovals, reject, type Approval } from '../contract.ts'
import type { Route } from './+types/approvals'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import css from './approvals.module.css'

const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Approvals', noindex: true })

export const loader = (args: Route.LoaderArgs) => callForPage(args, listApprovals, {})

type PendingDecision = { request: Approval; isApproving: boolean }

export default function ApprovalsPage({ loaderData: { data: requests } }: Route.ComponentProps) {
  const [deciding, setDeciding] = useState<PendingDecision>()
  const pending = requests.filter(({ state }) => state === 'pending')
  const decided = requests.filter(({ state }) => state !== 'pending')
  return (
    <div className={page.person}>
      <header className={page.head}>
        <h1>Approvals</h1>
        <p>Refunds, payments marked by hand, credit and coupons beyond the limits of a role need a second person.</p>
      </header>
      {pending.length === 0 && <p className={page.none}>No request is waiting for a decision.</p>}
      {pending.length > 0 && <ApprovalTable title="Pending" requests={pending} onDecide={setDeciding} />}
      {decided.length > 0 && <ApprovalTable title="Decided" requests={decided} onDecide={setDeciding} />}
      <Suspense>
        {deciding && <DecisionDialog key={deciding.request.id} {...deciding} onClose={() => setDeciding(undefined)} />}
      </Suspense>
    </div>
  )
}

type ApprovalTableProps = {
  title: string
  requests: readonly Approval[]
  onDecide: (deciding: PendingDecision) => void
}

const ApprovalTable = ({ title, requests, onDecide }: ApprovalTableProps) => (
  <section aria-labelledby={title}>
    <h2 id={title}>{title}</h2>
    <table className={cx(adminPage.table, css.requests)}>
      <thead>
        <tr>
          <th scope="col">Request</th>
          <th scope="col">Requested by</th>
          <th scope="col">Reason</th>
          <th scope="col">Requested</th>
          <th scope="col">Decision</th>
        </tr>
      </thead>
      <tbody>
        {requests.map(request => (
          <tr key={request.id}>
            <td>{request.path === null ? request.summary : <Link to={request.path}>{request.summary}</Link>}</td>
            <td data-label="Requested by">{request.requested_by}</td>
            <td data-label="Reason">{request.reason}</td>
            <td data-label="Requested">{formatDateTime(request.requested_at)}</td>
            <td>
              {request.can_decide ? (
                <DecisionButtons request={request} onDecide={onDecide} />
              ) : (
                <DecisionResult request={request} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const DecisionButtons = ({
  request,
  onDecide,
}: {
  request: Approval
  onDecide: (deciding: PendingDecision) => void
}) => (
  <>
    {request.approval_refusal}
    <div className={css.actions}>
      {request.approval_refusal === null && (
        <Button
          size="sm"
          aria-label={`Approve: ${request.summary}`}
          onClick={() => onDecide({ request, isApproving: true })}
        >
          Approve
        </Button>
      )}
      <Button
        size="sm"
        kind="quiet"
        aria-label={`Reject: ${request.summary}`}
        onClick={() => onDecide({ request, isApproving: false })}
      >
        Reject
      </Button>
    </div>
  </>
)

const DecisionResult = ({ request }: { request: Approval }) => {
  const { state, decided_by, decision_reason, expires_at, refund } = request
  if (state === 'pending') return `Pending until ${formatDay(expires_at)}`
  if (state === 'expired') return 'Expired'
  return (
    <>
      {`${state === 'approved' ? 'Approved' : 'Rejected'} by ${decided_by}: ${decision_reason}`}
      {refund && (
        <span className={cx(adminPage.under, refund.state === 'refused' && adminPage.gone)}>
          {formatRefundOutcome(refund)}
        </span>
      )}
    </>
  )
}

const formatRefundOutcome = ({ state, message }: NonNullable<Approval['refund']>): string =>
  ({
    started: 'The refund is under way.',
    unknown: 'The refund is under way.',
    waiting: `Not refunded yet: ${message}`,
    done: 'Refunded.',
    refused: `The payment provider refused the refund: ${message}`,
    canceled: 'The refund was canceled.',
  })[state]

const DecisionDialog = ({ request, isApproving, onClose }: PendingDecision & { onClose: () => void }) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  return (
    <ReasonDialog
      title={isApproving ? 'Approve this request' : 'Reject this request'}
      what={`${request.summary}, requested by ${request.requested_by}: ${request.reason}`}
      confirm={isApproving ? 'Approve' : 'Reject'}
      busy={isApproving ? 'Approving…' : 'Rejecting…'}
      danger={!isApproving}
      hint="The requester can also read it."
      onClose={onClose}
      onConfirm={async reason => {
        const params = { id: String(request.id) }
        const { data } = await call(isApproving ? approve : reject, { params, body: { reason } })
        await revalidate()
        const refund = data.find(({ id }) => id === request.id)?.refund
        const outcome = refund && refund.state !== 'done' ? ` ${formatRefundOutcome(refund)}` : ''
        const kind = refund?.state === 'refused' ? 'danger' : 'success'
        toast(`${request.summary}: ${isApproving ? 'approved' : 'rejected'}.${outcome}`, { kind })
      }}
    />
  )
}
