/** The dashboard of the admin: what waits for staff, sales, searches and balances. Every number leads to its list. */
import { Link } from 'react-router'

import { formatFullDay, formatShortDay, periodLengths } from '#platform/day-period.ts'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { ChartTable } from '#ui/chart/chart-table.tsx'
import { formatCompactCount } from '#ui/chart/chart-text.ts'
import { CountTiles } from '#ui/count-tiles.tsx'
import { cx } from '#ui/cx.ts'

import type { Dashboard as DashboardData } from './contract.ts'
import { balanceRows, waitingRows } from './kinds.ts'
import { Sales, TopClips } from './sales.tsx'
import { formatCount, Rows, Section } from './section.tsx'

import css from './dashboard.module.css'

type DashboardProps = {
  dashboard: DashboardData
  /** The checklist of a new shop has the page's heading. */
  heading: 'h1' | 'h2'
}

export const Dashboard = ({ dashboard, heading: Heading }: DashboardProps) => {
  const { period, first_day, last_day, first_day_before, last_day_before, sales, searches, views } = dashboard
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <Heading className={css.title}>Dashboard</Heading>
          <p>
            {formatFullDay(first_day)} to {formatFullDay(last_day)}, compared with {formatShortDay(first_day_before)} to{' '}
            {formatShortDay(last_day_before)}. Days are in UTC.
          </p>
        </div>
        <nav className={css.periods} aria-label="Period">
          {periodLengths.map(days => (
            <Link key={days} to={`/admin?days=${days}`} aria-current={days === period || undefined} preventScrollReset>
              {days} days
            </Link>
          ))}
        </nav>
      </header>
      <Waiting waiting={dashboard.waiting} />
      {sales && <Sales sales={sales} dashboard={dashboard} />}
      <div className={cx(css.columns, css.searches)}>
        <Section title="Searches" id="searches">
          <p className={css.figure}>
            <Link to={`/admin/searches?days=${period}`}>{formatCount(searches.total)}</Link>
          </p>
          <p className={css.note}>
            <Link to={`/admin/searches?days=${period}&order=nothing`}>{formatCount(searches.nothing)}</Link> without
            results. Each visitor’s search counts once a day.
          </p>
          <BarChart
            summary={`Searches by day: ${formatCount(searches.total)} in ${period} days.`}
            points={searches.points.map(({ day, searches: value }) => ({
              key: day,
              label: formatShortDay(day),
              value,
              title: `${formatFullDay(day)}: ${formatCount(value)}`,
            }))}
            formatTick={formatCompactCount}
            small
          />
          <ChartTable
            caption="Searches by day"
            columns={['Day', 'Searches']}
            rows={searches.points.toReversed().map(({ day, searches: count }) => ({
              key: day,
              cells: [formatFullDay(day), formatCount(count)],
            }))}
          />
        </Section>
        <Section title="Top searches" id="top-searches">
          <Terms terms={searches.top} url={`/admin/searches?days=${period}`} none="No searches in this period." />
        </Section>
        <Section title="Searches without results" id="without-results">
          <Terms
            terms={searches.without_results}
            url={`/admin/searches?days=${period}&order=nothing`}
            none="Every search found something."
          />
        </Section>
      </div>
      <div className={css.columns}>
        {sales && <TopClips sales={sales} dashboard={dashboard} />}
        <Section title="Most viewed clips" id="views">
          <Rows
            none="No clip was viewed in this period."
            rows={views.map(({ id, name, views: count }) => ({
              key: id,
              cells: [{ text: name, to: `/admin/catalog/${id}` }, formatCount(count)],
            }))}
            columns={['Clip', 'Views']}
          />
        </Section>
        {dashboard.balances.length > 0 && <Balances balances={dashboard.balances} />}
      </div>
    </div>
  )
}

const Waiting = ({ waiting }: Pick<DashboardData, 'waiting'>) => (
  <Section title="Needs attention" id="waiting">
    <CountTiles
      tiles={waiting.map(({ kind, count, late }) => ({
        key: kind,
        label: waitingRows[kind].label,
        to: waitingRows[kind].to,
        count,
        urgent: late > 0 ? `${formatCount(late)} late` : undefined,
      }))}
    />
  </Section>
)

const Balances = ({ balances }: Pick<DashboardData, 'balances'>) => (
  <Section title="Balances today" id="balances">
    <Rows
      none=""
      columns={['Balance', 'Number', 'Amount']}
      rows={balances.map(({ kind, count, total }) => ({
        key: kind,
        cells: [
          { text: balanceRows[kind].label, to: balanceRows[kind].to },
          count === null ? '' : formatCount(count),
          total.formatted,
        ],
      }))}
    />
  </Section>
)

type TermsProps = { terms: DashboardData['searches']['top']; url: string; none: string }

const Terms = ({ terms, url, none }: TermsProps) => (
  <>
    <Rows
      none={none}
      columns={['Search', 'Times']}
      rows={terms.map(({ term, searches }) => ({
        key: term,
        cells: [{ text: term, to: `${url}&${new URLSearchParams({ search: term })}` }, formatCount(searches)],
      }))}
    />
    {terms.length > 0 && (
      <p className={css.note}>
        <Link to={url}>All searches</Link>
      </p>
    )}
  </>
)
