/** The artist dashboard: balance, earnings by month, clips. */
import { Clapperboard } from 'lucide-react'
import { Link } from 'react-router'

import { filmmakerPath } from '#catalog/paths.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { formatCents } from '#platform/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { ChartTable } from '#ui/chart/chart-table.tsx'
import { formatCompactCents } from '#ui/chart/chart-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'

import {
  type ClipSort,
  clipSorts,
  defaultDirection,
  type Range,
  ranges,
  type SortDirection,
  sortDirections,
} from '../audience.ts'
import { type Earnings, getAudience, getEarnings, listEarningClips } from '../contract.ts'
import { FilmmakerNav } from '../filmmaker-nav.tsx'
import { monthName, monthShort } from '../months.ts'
import { NotLinked } from '../not-linked.tsx'
import { Audience } from '../parts/audience.tsx'
import { ClipRows } from '../parts/clip-rows.tsx'
import type { Route } from './+types/dashboard'

import css from './dashboard.module.css'

/** A year's earnings; refunds are in the table. */
const MonthChart = ({ months }: Pick<Earnings, 'months'>) => {
  const sum = formatCents(months.reduce((total, { earned }) => total + earned.unformatted, 0))
  return (
    <>
      <BarChart
        summary={`Earned by month: ${sum} in the last twelve months.`}
        points={months.map(({ month, earned }) => ({
          key: month,
          label: monthShort(month),
          value: earned.unformatted,
          title: `${monthName(month)}: ${earned.formatted}`,
        }))}
        formatTick={formatCompactCents}
      />
      <ChartTable
        caption="Earned by month"
        columns={['Month', 'Earned', 'Refunded', 'Licenses']}
        rows={months.toReversed().map(({ month, earned, refunded, licenses }) => ({
          key: month,
          cells: [monthName(month), earned.formatted, refunded.formatted, String(licenses)],
        }))}
      />
    </>
  )
}

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Artist dashboard', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const query = parseQuery(args.url.searchParams)
  const { range, sort, way } = query
  const [earnings, clips, audience] = await Promise.all([
    callForPage(args, getEarnings, {}),
    callForPage(args, listEarningClips, { query: { ...query, page: String(query.page) } }),
    callForPage(args, getAudience, { query: { range } }),
  ])
  return {
    earnings: earnings.data,
    clips: clips.data,
    audience: audience.data,
    query: { range, sort, way },
    ...clips.meta,
  }
}

export type DashboardQuery = { range: Range; sort: ClipSort; way: SortDirection }

const parseOption = <T extends string>(options: readonly T[], value: string | null, fallback: T): T =>
  options.find(option => option === value) ?? fallback

/** Invalid parameters get their defaults. */
const parseQuery = (search: URLSearchParams): DashboardQuery & { page: number } => {
  const page = search.get('page') ?? ''
  const sort = parseOption(clipSorts, search.get('sort'), 'earned')
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    range: parseOption(ranges, search.get('range'), '30d'),
    sort,
    way: parseOption(sortDirections, search.get('way'), defaultDirection(sort)),
  }
}

/** Returns the page's URL with changed parameters, without defaults. */
const buildUrl = (query: DashboardQuery, changes: Partial<DashboardQuery> & { page?: number }): string => {
  const { range, sort, way, page = 1 } = { ...query, ...changes }
  const search = new URLSearchParams()
  if (range !== '30d') search.set('range', range)
  if (sort !== 'earned') search.set('sort', sort)
  if (way !== defaultDirection(sort)) search.set('way', way)
  if (page > 1) search.set('page', String(page))
  return `?${search}`
}

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { earnings, clips, audience, query, pagination } = loaderData
  if (!earnings || !audience) return <NotLinked title="Artist dashboard" />
  const { filmmaker, months, clips_count } = earnings
  const hasClips = clips_count > 0
  const urlFor = (changes: Partial<DashboardQuery> & { page?: number }) => buildUrl(query, changes)
  const hasEarned = months.some(({ licenses }) => licenses > 0)
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>{filmmaker.name}</h1>
          {hasClips && (
            <p className={css.shop}>
              <Link to={filmmakerPath(filmmaker)}>View public profile</Link>
            </p>
          )}
        </div>
        <FilmmakerNav />
      </header>
      <EarningsTotals earnings={earnings} />
      <section aria-labelledby="months">
        <h2 id="months">Earned by month</h2>
        {hasEarned ? (
          <div className={css.months}>
            <MonthChart months={months} />
          </div>
        ) : (
          <p className={css.none}>
            No license has been paid for in the last twelve months. Each license appears here once it is paid.
          </p>
        )}
      </section>
      {hasClips && (
        <section aria-labelledby="audience">
          <h2 id="audience">Views, boards and licenses</h2>
          <Audience audience={audience} to={urlFor} />
        </section>
      )}
      <section aria-labelledby="clips">
        <h2 id="clips">Your clips</h2>
        {hasClips ? (
          <ClipRows clips={clips} query={query} to={urlFor} pagination={pagination} />
        ) : (
          <EmptyState
            icon={Clapperboard}
            title="No clips yet"
            action={
              <ButtonLink to="/filmmaker/uploads" kind="primary" size="lg">
                Upload footage
              </ButtonLink>
            }
          >
            Once your first footage is published, each clip appears here with its views, boards, licenses and earnings.
          </EmptyState>
        )}
      </section>
    </div>
  )
}

const percent = (basis_points: number) => `${basis_points / 100}%`

const EarningsTotals = ({ earnings }: { earnings: Earnings }) => {
  const { balance, earned, paid_out, licenses_count, boards_count, clips_count, basis_points } = earnings
  return (
    <dl className={css.sums}>
      <div className={css.balance}>
        <dt>Balance</dt>
        <dd>
          <Money cents={balance.unformatted} />
        </dd>
        <dd className={css.note}>
          {balance.unformatted < 0
            ? 'More was refunded to buyers than you earned since your last payout. Your next earnings make up for it.'
            : `Earned and not paid out yet. You get ${percent(basis_points)} of what each license costs after discounts, before tax.`}
        </dd>
      </div>
      <div>
        <dt>Earned so far</dt>
        <dd>
          <Money cents={earned.unformatted} />
        </dd>
      </div>
      <div>
        <dt>Paid out</dt>
        <dd>
          <Money cents={paid_out.unformatted} />
        </dd>
      </div>
      <div>
        <dt>Active licenses</dt>
        <dd>{licenses_count}</dd>
      </div>
      <div>
        <dt>On buyers’ boards</dt>
        <dd>{boards_count}</dd>
      </div>
      <div>
        <dt>Clips</dt>
        <dd>{clips_count}</dd>
      </div>
    </dl>
  )
}
