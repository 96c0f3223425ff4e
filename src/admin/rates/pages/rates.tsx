/** Preferred rates of every workspace, and who asked for one. */
import { Link, NavLink, Outlet, useMatch, useSearchParams } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { rateStates } from '#rates/rate.ts'
import { listStaffRates, type StaffRate } from '#rates/staff-contract.ts'
import { clipsLeftText, rateStateLabel } from '#rates/standing.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SelectField } from '#ui/select.tsx'

import { listInbox, type TicketRow } from '../../inbox/contract.ts'
import { momentOf } from '../../parts/moment.ts'
import { chooseFilter, RoomList } from '../../parts/room-list.tsx'
import { oneOf, roomQuery } from '../../parts/room-query.ts'
import type { Route } from './+types/rates'

import room from '../../pages/people.module.css'
import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Preferred rates', noindex: true })

const queryOf = (asked: URLSearchParams) => ({ ...roomQuery(asked), state: oneOf(rateStates, asked.get('state')) })

export const loader = async (args: Route.LoaderArgs) => {
  const [rates, { data: requests }] = await Promise.all([
    pageCall(args, listStaffRates, { query: queryOf(args.url.searchParams) }),
    pageCall(args, listInbox, { query: { kind: 'preferred_rate', state: 'open' } }),
  ])
  return { rates, requests }
}

const stateNames = { active: 'Active', upcoming: 'Not yet', ended: 'Ended', used_up: 'Used up' }

export default function Rates({ loaderData: { rates, requests } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const isAlone = useMatch('/admin/rates') !== null
  const query = queryOf(asked)
  return (
    <div className={cx(room.people, desk.room)} data-chosen={!isAlone || undefined}>
      <RoomList
        path="/admin/rates"
        one="rate"
        many="rates"
        looks="Rate, end client or workspace"
        search={query.search}
        pagination={rates.meta.pagination}
        none="No rate has been agreed on yet."
        action={
          <ButtonLink to="/admin/rates/new" size="sm" kind="primary">
            New
          </ButtonLink>
        }
        filters={
          <SelectField
            dense
            label="State"
            labelHidden
            name="state"
            defaultValue={query.state ?? ''}
            onChange={chooseFilter}
          >
            <option value="">Every state</option>
            {rateStates.map(state => (
              <option key={state} value={state}>
                {stateNames[state]}
              </option>
            ))}
          </SelectField>
        }
      >
        {rates.data.map(rate => (
          <Row key={rate.id} rate={rate} query={asked.toString()} />
        ))}
      </RoomList>
      <section className={room.main} aria-label="Rate">
        {isAlone && <Requests requests={requests} />}
        <Outlet />
      </section>
    </div>
  )
}

const Row = ({ rate, query }: { rate: StaffRate; query: string }) => (
  <li>
    <NavLink to={{ pathname: `/admin/rates/${rate.id}`, search: query }} className={room.row} preventScrollReset>
      <span className={room.name}>{rate.name}</span>
      <span className={desk.state} data-tone={rate.state === 'active' ? 'good' : undefined}>
        {rateStateLabel(rate)}
      </span>
      <span className={room.email}>
        {rate.workspace.name}, {rate.price.formatted}
      </span>
      <span className={room.seen}>{clipsLeftText(rate)}</span>
    </NavLink>
  </li>
)

const Requests = ({ requests }: { requests: readonly TicketRow[] }) => (
  <div className={page.person}>
    <section aria-labelledby="requests">
      <h2 id="requests">Asked for</h2>
      {requests.length === 0 ? (
        <p className={page.none}>Nobody waits for a rate.</p>
      ) : (
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
      )}
    </section>
  </div>
)
