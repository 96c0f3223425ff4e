/** A preferred rate with its terms and purchases; staff can change or end it. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { stateLabels } from '#orders/states.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { LogList } from '#ui/admin/audit-trail.tsx'
import { formatPeriod, formatDateTime } from '#ui/admin/format-date.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { getRateStateLabel } from '../../rate-labels.ts'
import { RateTermsList } from '../../rate-terms-list.tsx'
import { changeStaffRate, endStaffRate } from '../../staff-contract.ts'
import { getStaffRate, type StaffRateDetail } from '../contract.ts'
import { toRateDraft } from '../draft.ts'
import { RateForm } from '../parts/rate-form.tsx'
import type { Route } from './+types/rate'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.rate.name : 'Preferred rate', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { id } = args.params
  const [{ data: rate }, { data: log }] = await Promise.all([
    callForPage(args, getStaffRate, { params: { id } }),
    callForPage(args, listStaffAuditLog, { query: { about: 'rate', key: id } }),
  ])
  return { rate, log }
}

export default function RatePage({ loaderData: { rate, log } }: Route.ComponentProps) {
  const [searchParams] = useSearchParams()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [editedId, setEditedId] = useState<number>()
  const [isEnding, setEnding] = useState(false)
  const params = { id: String(rate.id) }
  const isEditing = editedId === rate.id
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/rates', search: searchParams.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Rates
      </Link>
      <header className={page.head}>
        <h1>{rate.name}</h1>
        <p className="mono">#{rate.id}</p>
        {rate.ended_at === null && (
          <p className={adminPage.ways}>
            <Button aria-expanded={isEditing} onClick={() => setEditedId(isEditing ? undefined : rate.id)}>
              {isEditing ? 'Close' : 'Change'}
            </Button>
            <Button kind="danger" onClick={() => setEnding(true)}>
              End
            </Button>
          </p>
        )}
      </header>
      <dl className={page.facts}>
        <div>
          <dt>Workspace</dt>
          <dd>
            <Link to={`/admin/workspaces/${rate.workspace.id}`}>{rate.workspace.name}</Link>
          </dd>
        </div>
        <div>
          <dt>State</dt>
          <dd>
            {getRateStateLabel(rate)} {rate.ended_at && <span className="mono">{formatDateTime(rate.ended_at)}</span>}
          </dd>
        </div>
        <div>
          <dt>Price per clip</dt>
          <dd>{rate.price.formatted}</dd>
        </div>
        <div>
          <dt>Valid</dt>
          <dd>{formatPeriod(rate)}</dd>
        </div>
        <div>
          <dt>Clips licensed</dt>
          <dd>
            {rate.clips_used}
            {rate.clip_limit !== null && ` of ${rate.clip_limit}`}
          </dd>
        </div>
      </dl>
      {isEditing ? (
        <RateForm
          key={rate.version}
          initial={toRateDraft(rate)}
          confirm="Save changes"
          onSave={async ({ rate: body, reason }) => {
            await call(changeStaffRate, { params, body: { rate: body, reason } })
            await revalidate()
            setEditedId(undefined)
            toast('Rate saved. Carts that use it show a notice. Existing orders don’t change.', { kind: 'success' })
          }}
        />
      ) : (
        <section aria-labelledby="allows">
          <h2 id="allows">Terms</h2>
          <RateTermsList rate={rate} />
        </section>
      )}
      <RatePurchases rate={rate} />
      <LogList rows={log} />
      <Suspense>
        {isEnding && (
          <ReasonDialog
            title={`End ${rate.name}`}
            what="No more clips can be licensed under it. This cannot be undone. Existing licenses stay in force."
            confirm="End rate"
            busy="Ending…"
            danger
            onClose={() => setEnding(false)}
            onConfirm={async reason => {
              await call(endStaffRate, { params, body: { reason } })
              await revalidate()
              toast(`“${rate.name}” has ended.`, { kind: 'success' })
            }}
          />
        )}
      </Suspense>
    </article>
  )
}

const RatePurchases = ({ rate: { bought } }: { rate: StaffRateDetail }) => (
  <section aria-labelledby="bought">
    <h2 id="bought">Purchases</h2>
    {bought.length === 0 ? (
      <p className={page.none}>None yet.</p>
    ) : (
      <div className={adminPage.scroll}>
        <table className={adminPage.table}>
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Clip</th>
              <th scope="col">State</th>
              <th scope="col">Placed</th>
              <th scope="col" data-number>
                Price
              </th>
            </tr>
          </thead>
          <tbody>
            {bought.map(({ id, order_id, order_number, clip, state, placed_at, price, refunded }) => (
              <tr key={id}>
                <td className="mono">
                  <Link to={`/admin/orders/${order_id}`}>{order_number ?? `#${order_id}`}</Link>
                </td>
                <td data-label="Clip">{clip}</td>
                <td data-label="State">{refunded ? 'Refunded' : stateLabels[state]}</td>
                <td data-label="Placed" className="mono">
                  {placed_at ? formatDateTime(placed_at) : ''}
                </td>
                <td data-label="Price" data-number>
                  {price.formatted}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
)
