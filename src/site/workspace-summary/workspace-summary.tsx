/** What needs the member, what the workspace spent, and which licenses end soon. Every number leads to its list. */
import { Link } from 'react-router'

import { monthName, monthShort } from '#earnings/months.ts'
import { formatFullDay } from '#platform/day-period.ts'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { ChartTable } from '#ui/chart/chart-table.tsx'
import { describeChange, formatCompactCents } from '#ui/chart/chart-text.ts'
import { CountTiles } from '#ui/count-tiles.tsx'
import { Money } from '#ui/money.tsx'

import type { WorkspaceSummary as Summary } from './contract.ts'

import css from './workspace-summary.module.css'

const OPEN_ORDERS = `/workspace/orders?${new URLSearchParams({ 'filter[type]': 'open' })}`
const ENDING_LICENSES = '/workspace/licenses?state=ends_soon&sort=ends'

type WorkspaceSummaryProps = { summary: Summary; canPurchase: boolean }

export const WorkspaceSummary = ({ summary: { requests, orders }, canPurchase }: WorkspaceSummaryProps) => (
  <div className={css.summary}>
    <section aria-labelledby="needs-you">
      <h2 id="needs-you">Needs attention</h2>
      <CountTiles
        tiles={[
          {
            key: 'requests',
            label: canPurchase ? 'Purchase requests to decide' : 'Your open purchase requests',
            count: requests,
            to: '/workspace/purchase-requests',
          },
          ...(orders
            ? [
                { key: 'quotes', label: 'Open quotes', count: orders.quotes, to: '/workspace/quotes' },
                {
                  key: 'invoices',
                  label:
                    orders.invoices.count > 0
                      ? `Unpaid invoices, ${orders.invoices.total.formatted}`
                      : 'Unpaid invoices',
                  count: orders.invoices.count,
                  to: OPEN_ORDERS,
                  urgent: orders.invoices.overdue > 0 ? `${orders.invoices.overdue} overdue` : undefined,
                },
                {
                  key: 'licenses',
                  label: 'Licenses that end soon',
                  count: orders.ends_soon.count,
                  to: ENDING_LICENSES,
                },
              ]
            : []),
        ]}
      />
    </section>
    {orders && orders.ends_soon.count > 0 && <EndingLicenses endsSoon={orders.ends_soon} />}
    {orders && <Spending orders={orders} />}
  </div>
)

type Orders = NonNullable<Summary['orders']>

const EndingLicenses = ({ endsSoon: { count, licenses } }: { endsSoon: Orders['ends_soon'] }) => (
  <section aria-labelledby="ends-soon">
    <h2 id="ends-soon">Ends soon</h2>
    <ul className={css.licenses}>
      {licenses.map(({ id, name, use, until }) => (
        <li key={id}>
          <Link to={`/workspace/licenses?${new URLSearchParams({ search: name, sort: 'ends' })}`}>{name}</Link>
          <span>{use}</span>
          {until !== null && <time dateTime={until}>{formatFullDay(until)}</time>}
        </li>
      ))}
    </ul>
    {count > licenses.length && (
      <p className={css.note}>
        <Link to={ENDING_LICENSES}>All {count} licenses that end soon</Link>
      </p>
    )}
  </section>
)

const Spending = ({ orders: { spent, spent_before, months } }: { orders: Orders }) => {
  const spentBefore = months.some(month => month.spent_before.unformatted !== 0)
  const hasSpent = spentBefore || months.some(month => month.spent.unformatted !== 0)
  return (
    <section aria-labelledby="spending">
      <h2 id="spending">Spending</h2>
      {hasSpent ? (
        <>
          <p className={css.figure}>
            <Link to="/workspace/orders">
              <Money cents={spent.unformatted} />
            </Link>
            {spentBefore && <small>{describeChange(spent.unformatted, spent_before.unformatted)}</small>}
          </p>
          <p className={css.note}>
            Orders of the last twelve months less refunds and canceled invoices, with tax, in US dollars.
            {spentBefore && ` ${spent_before.formatted} in the year before that.`}
          </p>
          <BarChart
            {...(spentBefore && { legend: { current: 'Last 12 months', before: 'Year before' } })}
            summary={`Spending by month: ${spent.formatted} in the last twelve months, ${spent_before.formatted} in the year before that.`}
            points={months.map(month => ({
              key: month.month,
              label: monthShort(month.month),
              value: month.spent.unformatted,
              before: month.spent_before.unformatted,
              title: `${monthName(month.month)}: ${month.spent.formatted} (the year before: ${month.spent_before.formatted})`,
            }))}
            formatTick={formatCompactCents}
          />
          <ChartTable
            caption="Spending by month"
            columns={['Month', 'Spent', 'The year before']}
            rows={months.toReversed().map(month => ({
              key: month.month,
              cells: [monthName(month.month), month.spent.formatted, month.spent_before.formatted],
            }))}
          />
        </>
      ) : (
        <p className={css.note}>Nothing yet. What the workspace buys appears here by month.</p>
      )}
    </section>
  )
}
