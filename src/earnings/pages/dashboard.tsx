/** What somebody's footage has come to: balance, months, clips. */
import { Clapperboard } from 'lucide-react'
import { Link } from 'react-router'

import { filmmakerPath } from '#catalog/paths.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'

import { clipSorts, firstWay, ranges, ways, type ClipSort, type Range, type Way } from '../audience.ts'
import { getAudience, getEarnings, listEarningClips, type Earnings } from '../contract.ts'
import { FilmmakerNav } from '../filmmaker-nav.tsx'
import { NotLinked } from '../not-linked.tsx'
import { Audience } from '../parts/audience.tsx'
import { ClipRows } from '../parts/clip-rows.tsx'
import { MonthBars } from '../parts/month-bars.tsx'
import type { Route } from './+types/dashboard'

import css from './dashboard.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Artist dashboard', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const asked = askedIn(args.url.searchParams)
  const { range, sort, way } = asked
  const [earnings, clips, audience] = await Promise.all([
    pageCall(args, getEarnings, {}),
    pageCall(args, listEarningClips, { query: { ...asked, page: String(asked.page) } }),
    pageCall(args, getAudience, { query: { range } }),
  ])
  return {
    earnings: earnings.data,
    clips: clips.data,
    audience: audience.data,
    shown: { range, sort, way },
    ...clips.meta,
  }
}

export type Shown = { range: Range; sort: ClipSort; way: Way }

const one = <T extends string>(list: readonly T[], said: string | null, otherwise: T): T =>
  list.find(each => each === said) ?? otherwise

/** What cannot be read is as if it had not been said. */
const askedIn = (search: URLSearchParams): Shown & { page: number } => {
  const page = search.get('page') ?? ''
  const sort = one(clipSorts, search.get('sort'), 'earned')
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    range: one(ranges, search.get('range'), '30d'),
    sort,
    way: one(ways, search.get('way'), firstWay(sort)),
  }
}

/** The same page with something changed; what is usual is left out of the address. */
const addressOf = (shown: Shown, changes: Partial<Shown> & { page?: number }): string => {
  const { range, sort, way, page = 1 } = { ...shown, ...changes }
  const search = new URLSearchParams()
  if (range !== '30d') search.set('range', range)
  if (sort !== 'earned') search.set('sort', sort)
  if (way !== firstWay(sort)) search.set('way', way)
  if (page > 1) search.set('page', String(page))
  return `?${search}`
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { earnings, clips, audience, shown, pagination } = loaderData
  if (!earnings || !audience) return <NotLinked title="Artist dashboard" />
  const { filmmaker, months, clips_count } = earnings
  const isShown = clips_count > 0
  const to = (changes: Partial<Shown> & { page?: number }) => addressOf(shown, changes)
  const hasEarned = months.some(({ licenses }) => licenses > 0)
  return (
    <main className={css.page}>
      <header className={css.head}>
        <div>
          <h1>{filmmaker.name}</h1>
          {isShown && (
            <p className={css.shop}>
              <Link to={filmmakerPath(filmmaker)}>Your page in the shop</Link>
            </p>
          )}
        </div>
        <FilmmakerNav />
      </header>
      <Sums earnings={earnings} />
      <section aria-labelledby="months">
        <h2 id="months">Earned by month</h2>
        {hasEarned ? (
          <MonthBars months={months} />
        ) : (
          <p className={css.none}>
            No license has been paid for in the last twelve months. Each one shows here as soon as its money has come.
          </p>
        )}
      </section>
      {isShown && (
        <section aria-labelledby="audience">
          <h2 id="audience">Seen, kept and licensed</h2>
          <Audience audience={audience} to={to} />
        </section>
      )}
      <section aria-labelledby="clips">
        <h2 id="clips">Your clips</h2>
        {isShown ? (
          <ClipRows clips={clips} shown={shown} to={to} pagination={pagination} />
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
            As soon as your first footage is in, each clip stands here with its views, its boards, its licenses and what
            it earned.
          </EmptyState>
        )}
      </section>
    </main>
  )
}

const percent = (basis_points: number) => `${basis_points / 100}%`

const Sums = ({ earnings }: { earnings: Earnings }) => {
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
            ? 'More was given back to buyers than you earned since your last payout: what you earn next makes up for it.'
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
        <dt>Licenses that hold</dt>
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
