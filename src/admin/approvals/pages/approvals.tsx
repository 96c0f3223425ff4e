/** What waits for a second person, and the last that was decided. */
import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator } from 'react-router'

import { call } from '#platform/call.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { dayOf, momentOf } from '../../parts/moment.ts'
import { approve, listApprovals, reject, type Approval } from '../contract.ts'
import type { Route } from './+types/approvals'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'

const ReasonDialog = lazy(() => import('../../parts/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Approvals', noindex: true })

export const loader = (args: Route.LoaderArgs) => pageCall(args, listApprovals, {})

type Deciding = { request: Approval; isApproving: boolean }

export default function Approvals({ loaderData: { data: requests } }: Route.ComponentProps) {
  const [deciding, setDeciding] = useState<Deciding>()
  const pending = requests.filter(({ state }) => state === 'pending')
  const decided = requests.filter(({ state }) => state !== 'pending')
  return (
    <main className={page.person}>
      <header className={page.head}>
        <h1>Approvals</h1>
        <p>Refunds, payments marked by hand, credit and coupons beyond the limits of a role need a second person.</p>
      </header>
      {pending.length === 0 && <p className={page.none}>Nothing waits for a decision.</p>}
      {pending.length > 0 && <Requests title="Pending" requests={pending} onDecide={setDeciding} />}
      {decided.length > 0 && <Requests title="Decided" requests={decided} onDecide={setDeciding} />}
      <Suspense>
        {deciding && <DecisionDialog key={deciding.request.id} {...deciding} onClose={() => setDeciding(undefined)} />}
      </Suspense>
    </main>
  )
}

type RequestsProps = { title: string; requests: readonly Approval[]; onDecide: (deciding: Deciding) => void }

const Requests = ({ title, requests, onDecide }: RequestsProps) => (
  <section aria-labelledby={title}>
    <h2 id={title}>{title}</h2>
    <div className={desk.scroll} role="region" aria-label={`${title} requests`} tabIndex={0}>
      <table className={desk.table}>
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
              <td>{request.requested_by}</td>
              <td>{request.reason}</td>
              <td>{momentOf(request.requested_at)}</td>
              <td>{request.can_decide ? <Choices request={request} onDecide={onDecide} /> : decisionOf(request)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

const Choices = ({ request, onDecide }: { request: Approval; onDecide: (deciding: Deciding) => void }) => (
  <>
    <Button
      size="sm"
      aria-label={`Approve: ${request.summary}`}
      onClick={() => onDecide({ request, isApproving: true })}
    >
      Approve
    </Button>{' '}
    <Button
      size="sm"
      kind="quiet"
      aria-label={`Reject: ${request.summary}`}
      onClick={() => onDecide({ request, isApproving: false })}
    >
      Reject
    </Button>
  </>
)

const decisionOf = ({ state, decided_by, decision_reason, expires_at }: Approval): string =>
  state === 'pending'
    ? `Waits until ${dayOf(expires_at)}`
    : state === 'expired'
      ? 'Expired'
      : `${state === 'approved' ? 'Approved' : 'Rejected'} by ${decided_by}: ${decision_reason}`

const DecisionDialog = ({ request, isApproving, onClose }: Deciding & { onClose: () => void }) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  return (
    <ReasonDialog
      title={isApproving ? 'Approve this request' : 'Reject this request'}
      what={`${request.summary}, requested by ${request.requested_by}: ${request.reason}`}
      confirm={isApproving ? 'Approve' : 'Reject'}
      busy={isApproving ? 'Approving…' : 'Rejecting…'}
      danger={!isApproving}
      hint="The requester reads it, too."
      onClose={onClose}
      onConfirm={async reason => {
        await call(isApproving ? approve : reject, { params: { id: String(request.id) }, body: { reason } })
        await revalidate()
        toast(`${request.summary}: ${isApproving ? 'approved' : 'rejected'}.`, { kind: 'success' })
      }}
    />
  )
}
