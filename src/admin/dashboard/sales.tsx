/** Revenue, orders and the most licensed clips of a period, for roles that see orders. */
import { Link } from 'react-router'

import { stateLabels } from '#orders/states.ts'
import { formatFullDay, formatShortDay } from '#platform/day-period.ts'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { ChartTable } from '#ui/chart/chart-table.tsx'
import { describeChange, formatCompactCents } from '#ui/chart/chart-text.ts'
import { cx } from '#ui/cx.ts'
import { Money } from '#ui/money.tsx'

import { revenueCsvPath, type Dashboard } from './contract.ts'
import { formatCount, Rows, Section } from './section.tsx'

import css from './dashboard.module.css'

const ordersUrl = (filters: Record<string, string>) => `/admin/orders?${new URLSearchParams(filters)}`

type SalesProps = { sales: NonNullable<Dashboard['sales']>; dashboard: Dashboard }

export const Sales = ({ sales, dashboard }: SalesProps) => {
  const { period, first_day: from, last_day: to, first_day_before, last_day_before } = dashboard
  const { revenue, revenue_before, points, states, placed, placed_before } = sales
  const hasMoved = [revenue, sales.payments, sales.refunds, revenue_before].some(({ unformatted }) => unformatted !== 0)
  const most = Math.max(1, ...states.map(({ orders }) => orders))
  return (
    <div className={cx(css.columns, css.sales)}>
      <Section title="Revenue" id="revenue">
        <p className={css.figure}>
          <Link to={ordersUrl({ dated: 'money', from, to })}>
            <Money cents={revenue.unformatted} />
          </Link>
          <small>{describeChange(revenue.unformatted, revenue_before.unformatted)}</small>
        </p>
        <p className={css.note}>
          {sales.payments.formatted} in payments less {sales.refunds.formatted} in refunds and lost disputes, with tax,
          in US dollars.{' '}
          <Link to={ordersUrl({ dated: 'money', from: first_day_before, to: last_day_before })}>
            {revenue_before.formatted}
          </Link>{' '}
          in the period before.
        </p>
        {hasMoved ? (
          <BarChart
            legend={{ current: 'This period', before: 'Period before' }}
            summary={`Revenue by day: ${revenue.formatted} in ${period} days, ${revenue_before.formatted} in the ${period} days before.`}
            points={points.map(point => ({
              key: point.day,
              label: formatShortDay(point.day),
              value: point.revenue.unformatted,
              before: point.revenue_before.unformatted,
              title: `${formatFullDay(point.day)}: ${point.revenue.formatted} (${formatShortDay(point.day_before)}: ${point.revenue_before.formatted})`,
            }))}
            formatTick={formatCompactCents}
          />
        ) : (
          <p className={css.none}>Nothing was paid or refunded in these periods.</p>
        )}
        <div className={css.numbers}>
          <ChartTable
            caption="Revenue by day"
            columns={['Day', 'Payments', 'Refunds', 'Revenue', 'Day before', 'Revenue then']}
            rows={points.toReversed().map(point => ({
              key: point.day,
              cells: [
                {
                  text: formatFullDay(point.day),
                  to: ordersUrl({ dated: 'money', from: point.day, to: point.day }),
                },
                point.payments.formatted,
                point.refunds.formatted,
                point.revenue.formatted,
                formatShortDay(point.day_before),
                point.revenue_before.formatted,
              ],
            }))}
          />
          <a href={`${revenueCsvPath}?days=${period}`} download>
            Download CSV
          </a>
        </div>
      </Section>
      <Section title="Orders" id="orders-by-state">
        <p className={css.figure}>
          <Link to={ordersUrl({ from, to })}>{formatCount(placed)}</Link>
          <small>{describeChange(placed, placed_before)}</small>
        </p>
        <p className={css.note}>
          Placed in this period;{' '}
          <Link to={ordersUrl({ from: first_day_before, to: last_day_before })}>{formatCount(placed_before)}</Link> in
          the period before. By state, with failed attempts:
        </p>
        {states.length === 0 ? (
          <p className={css.none}>No orders in this period.</p>
        ) : (
          <ul className={css.states}>
            {states.map(({ state, orders }) => (
              <li key={state}>
                <Link to={ordersUrl({ state, from, to })}>{stateLabels[state]}</Link>
                <span className={css.rail} aria-hidden="true">
                  <span style={{ '--share': orders / most } as React.CSSProperties} />
                </span>
                <span className="mono">{formatCount(orders)}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}

export const TopClips = ({ sales, dashboard: { first_day: from, last_day: to } }: SalesProps) => (
  <Section title="Top clips" id="top-clips">
    <Rows
      none="No clip was licensed in this period."
      columns={['Clip', 'Licenses', 'Net sales']}
      rows={sales.clips.map(({ id, name, licenses, net }) => ({
        key: id,
        cells: [
          { text: name, to: `/admin/catalog/${id}` },
          { text: formatCount(licenses), to: ordersUrl({ search: name, from, to }) },
          net.formatted,
        ],
      }))}
    />
    <p className={css.note}>Of the orders placed in this period, without tax and refunded clips.</p>
  </Section>
)
