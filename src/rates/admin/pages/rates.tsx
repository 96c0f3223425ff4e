/** The list of preferred rates, and the open requests for rates. */
import { Percent } from 'lucide-react'
import { Link } from 'react-router'

import { rateStates } from '#licensing/rate.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { listInbox, type TicketSummary } from '#tickets/admin/contract.ts'
import { AdminRow } from '#ui/admin/admin-row.tsx'
import { AdminFilter } from '#ui/admin/admin-search-field.tsx'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { oneOf, listQuery } from '#ui/admin/list-query.ts'
import { AdminListPage } from '#ui/admin/resource-list.tsx'
import { cx } from '#ui/cx.ts'

import { formatClipsLeft, getRateStateLabel } from '../../rate-labels.ts'
import { listStaffRates } from '../../staff-contract.ts'
import type { Route } from './+types/rates'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Preferred rates', noindex: true })

const readQuery = (params: URLSearchParams) => ({ ...listQuery(params), state: oneOf(rateStates, params.get('state')) })

export const loader = async (args: Route.LoaderArgs) => {
  const query = readQuery(args.url.searchParams)
  const [rates, { data: requests }] = await Promise.all([
    callForPage(args, listStaffRates, { query }),
    callForPage(args, listInbox, { query: { kind: 'preferred_rate', state: 'open' } }),
  ])
  return { rates, requests, query }
}

export default function Rates({ loaderData: { rates, requests, query } }: Route.ComponentProps) {
  return (
    <AdminListPage
      path="/admin/rates"
      icon={Percent}
      singular="rate"
      plural="rates"
      searchLabel="Rate, end client or workspace"
      search={query.search}
      pagination={rates.meta.pagination}
      emptyTitle="No rates yet."
      newTo="/admin/rates/new"
      hint="There are no open requests."
      placeholder={requests.length > 0 && <RateRequests requests={requests} />}
      filters={
        <AdminFilter
          label="State"
          name="state"
          value={query.state}
          anyLabel="All states"
          options={rateStates.map(state => [state, getRateStateLabel({ state })])}
        />
      }
      rows={rates.data.map(rate => (
        <AdminRow
          key={rate.id}
          to={`/admin/rates/${rate.id}`}
          title={rate.name}
          state={getRateStateLabel(rate)}
          tone={rate.state === 'active' ? 'good' : undefined}
          under={`${rate.workspace.name}, ${rate.price.formatted}`}
          end={formatClipsLeft(rate)}
        />
      ))}
    />
  )
}

const RateRequests = ({ requests }: { requests: readonly TicketSummary[] }) => (
  <div className={page.person}>
    <section aria-labelledby="requests">
      <h2 id="requests">Requests</h2>
      <table className={adminPage.table}>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Message</th>
            <th scope="col">Reply by</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.map(({ id, name, email, beginning, due_at, is_late }) => (
            <tr key={id}>
              <td>
                <Link to={`/admin/tickets/${id}`}>{name}</Link> <span className={adminPage.soft}>{email}</span>
              </td>
              <td data-label="Message">{beginning}</td>
              <td data-label="Reply by" className={cx('mono', adminPage.state)} data-tone={is_late ? 'bad' : undefined}>
                {formatDateTime(due_at)}
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
