/** Preferred rates of every workspace, and who asked for one. */
import { Percent } from 'lucide-react'
import { Link } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { rateStates } from '#rates/rate.ts'
import { listStaffRates } from '#rates/staff-contract.ts'
import { clipsLeftText, rateStateLabel } from '#rates/standing.ts'
import { cx } from '#ui/cx.ts'

import { listInbox, type TicketRow } from '../../inbox/contract.ts'
import { momentOf } from '../../parts/moment.ts'
import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { RoomRow } from '../../parts/room-row.tsx'
import { RoomFilter } from '../../parts/room-search.tsx'
import { Room } from '../../parts/room.tsx'
import type { Route } from './+types/rates'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Preferred rates', noindex: true })

const queryOf = (asked: URLSearchParams) => ({ ...roomQuery(asked), state: oneOf(rateStates, asked.get('state')) })

export const loader = async (args: Route.LoaderArgs) => {
  const query = queryOf(args.url.searchParams)
  const [rates, { data: requests }] = await Promise.all([
    pageCall(args, listStaffRates, { query }),
    pageCall(args, listInbox, { query: { kind: 'preferred_rate', state: 'open' } }),
  ])
  return { rates, requests, query }
}

export default function Rates({ loaderData: { rates, requests, query } }: Route.ComponentProps) {
  return (
    <Room
      path="/admin/rates"
      icon={Percent}
      one="rate"
      many="rates"
      looks="Rate, end client or workspace"
      search={query.search}
      pagination={rates.meta.pagination}
      none="No rate has been agreed on yet."
      begin="/admin/rates/new"
      hint="Nobody waits for an answer to a request."
      resting={requests.length > 0 && <Requests requests={requests} />}
      filters={
        <RoomFilter
          label="State"
          name="state"
          value={query.state}
          any="Every state"
          options={rateStates.map(state => [state, rateStateLabel({ state })])}
        />
      }
      rows={rates.data.map(rate => (
        <RoomRow
          key={rate.id}
          to={`/admin/rates/${rate.id}`}
          title={rate.name}
          state={rateStateLabel(rate)}
          tone={rate.state === 'active' ? 'good' : undefined}
          under={`${rate.workspace.name}, ${rate.price.formatted}`}
          end={clipsLeftText(rate)}
        />
      ))}
    />
  )
}

const Requests = ({ requests }: { requests: readonly TicketRow[] }) => (
  <div className={page.person}>
    <section aria-labelledby="requests">
      <h2 id="requests">Asked for</h2>
      <table className={desk.table}>
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">What for</th>
            <th scope="col">Answer by</th>
            <th scope="col">
              <span className="visually-hidden">Do</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.map(({ id, name, email, beginning, due_at, is_late }) => (
            <tr key={id}>
              <td>
                <Link to={`/admin/tickets/${id}`}>{name}</Link> <span className={desk.soft}>{email}</span>
              </td>
              <td>{beginning}</td>
              <td className={cx('mono', desk.state)} data-tone={is_late ? 'bad' : undefined}>
                {momentOf(due_at)}
              </td>
              <td>
                <Link to={`/admin/rates/new?ticket=${id}`}>Answer with a rate</Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </div>
)
