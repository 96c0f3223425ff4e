/** One preferred rate: what it allows, what was bought under it, changing and ending it. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { stateLabels } from '#orders/states.ts'
import { call } from '#platform/call.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { RateFacts } from '#rates/rate-facts.tsx'
import { changeStaffRate, endStaffRate } from '#rates/staff-contract.ts'
import { rateStateLabel } from '#rates/standing.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { listStaffLog } from '../../log/contract.ts'
import { LogList } from '../../parts/log-list.tsx'
import { daysFrom, momentOf } from '../../parts/moment.ts'
import { getStaffRate, type StaffRateFacts } from '../contract.ts'
import { draftOfRate } from '../draft.ts'
import { RateForm } from '../parts/rate-form.tsx'
import type { Route } from './+types/rate'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'

const ReasonDialog = lazy(() => import('../../parts/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.rate.name : 'Preferred rate', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { id } = args.params
  const [{ data: rate }, { data: log }] = await Promise.all([
    pageCall(args, getStaffRate, { params: { id } }),
    pageCall(args, listStaffLog, { query: { about: 'rate', key: id } }),
  ])
  return { rate, log }
}

export default function RatePage({ loaderData: { rate, log } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [changing, setChanging] = useState<number>()
  const [isEnding, setEnding] = useState(false)
  const params = { id: String(rate.id) }
  const isChanging = changing === rate.id
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/rates', search: asked.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Rates
      </Link>
      <header className={page.head}>
        <h1>{rate.name}</h1>
        <p className="mono">#{rate.id}</p>
        {rate.ended_at === null && (
          <p className={desk.ways}>
            <Button aria-expanded={isChanging} onClick={() => setChanging(isChanging ? undefined : rate.id)}>
              {isChanging ? 'Close' : 'Change'}
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
            {rateStateLabel(rate)} {rate.ended_at && <span className="mono">{momentOf(rate.ended_at)}</span>}
          </dd>
        </div>
        <div>
          <dt>A clip</dt>
          <dd>{rate.price.formatted}</dd>
        </div>
        <div>
          <dt>Holds</dt>
          <dd>{daysFrom(rate)}</dd>
        </div>
        <div>
          <dt>Clips licensed</dt>
          <dd>
            {rate.clips_used}
            {rate.clip_limit !== null && ` of ${rate.clip_limit}`}
          </dd>
        </div>
      </dl>
      {isChanging ? (
        <RateForm
          key={rate.version}
          initial={draftOfRate(rate)}
          confirm="Save the change"
          onSave={async ({ rate: body, reason }) => {
            await call(changeStaffRate, { params, body: { rate: body, reason } })
            await revalidate()
            setChanging(undefined)
            toast('The rate is changed. Carts under it say so; what was sold stays as it was.', { kind: 'success' })
          }}
        />
      ) : (
        <section aria-labelledby="allows">
          <h2 id="allows">What it allows</h2>
          <RateFacts rate={rate} />
        </section>
      )}
      <Bought rate={rate} />
      <LogList rows={log} />
      <Suspense>
        {isEnding && (
          <ReasonDialog
            title={`End ${rate.name}`}
            what="No more clips can be licensed under it, for good. Licenses that were sold stay."
            confirm="End the rate"
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

const Bought = ({ rate: { bought } }: { rate: StaffRateFacts }) => (
  <section aria-labelledby="bought">
    <h2 id="bought">Bought under it</h2>
    {bought.length === 0 ? (
      <p className={page.none}>Nothing yet.</p>
    ) : (
      <div className={desk.scroll}>
        <table className={desk.table}>
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
                <td>{clip}</td>
                <td>{refunded ? 'Refunded, free again' : stateLabels[state]}</td>
                <td className="mono">{placed_at ? momentOf(placed_at) : ''}</td>
                <td data-number>{price.formatted}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
)
