/** Composes the dashboard from the figures of each feature. */
import { loadRevenueByDay } from '#accounting/revenue.server.ts'
import { countPendingApprovals } from '#approvals/admin/list.server.ts'
import { listMostViewedClips } from '#catalog/impressions/impressions.server.ts'
import { sumOwedToFilmmakers } from '#earnings/payouts.server.ts'
import { countOrdersByState, listTopSoldClips, sumWaitingOrders } from '#orders/admin/order-stats.server.ts'
import type { Member } from '#platform/actor.ts'
import { getPeriods, type Period, type PeriodLength } from '#platform/day-period.ts'
import type { Db } from '#platform/db/database.server.ts'
import { hasStaffAccess } from '#platform/http/endpoint.ts'
import { listDeadLetters } from '#platform/jobs/queue-admin.server.ts'
import { toMoney } from '#platform/money.ts'
import { countSearchesByDay, listSearches } from '#search/admin/searches/list.server.ts'
import { countFootage } from '#setup/progress.server.ts'
import { countTickets } from '#tickets/inbox.server.ts'

import type { Dashboard } from './contract.ts'
import { balanceKinds, balanceRows, waitingKinds, waitingRows, type BalanceKind, type WaitingKind } from './kinds.ts'

/** The rows of each list of clips or searches. */
const MAX_ROWS = 5

type Viewer = Pick<Member, 'user_id' | 'platform_roles'>
type Periods = { current: Period; previous: Period }

/** Returns the revenue of each day, 0 for a day without payments or refunds, beside the day of the period before. */
export const loadRevenue = async (db: Db, { current, previous }: Periods) => {
  const rows = await loadRevenueByDay(db, { from: previous.from, end: current.end })
  const byDay = new Map(rows.map(row => [row.day, row]))
  const revenueOf = (day: string) => {
    const { payments_cents = 0, refunds_cents = 0 } = byDay.get(day) ?? {}
    return { payments_cents, refunds_cents, revenue_cents: payments_cents - refunds_cents }
  }
  return current.days.map((day, index) => {
    const day_before = previous.days[index] ?? ''
    return { day, ...revenueOf(day), day_before, revenue_before_cents: revenueOf(day_before).revenue_cents }
  })
}

const loadSales = async (db: Db, periods: Periods): Promise<NonNullable<Dashboard['sales']>> => {
  const [points, orders, before, clips] = await Promise.all([
    loadRevenue(db, periods),
    countOrdersByState(db, periods.current),
    countOrdersByState(db, periods.previous),
    listTopSoldClips(db, periods.current, MAX_ROWS),
  ])
  const sumOf = (name: 'payments_cents' | 'refunds_cents' | 'revenue_cents' | 'revenue_before_cents') =>
    toMoney(points.reduce((sum, point) => sum + point[name], 0))
  return {
    revenue: sumOf('revenue_cents'),
    payments: sumOf('payments_cents'),
    refunds: sumOf('refunds_cents'),
    revenue_before: sumOf('revenue_before_cents'),
    points: points.map(point => ({
      day: point.day,
      payments: toMoney(point.payments_cents),
      refunds: toMoney(point.refunds_cents),
      revenue: toMoney(point.revenue_cents),
      day_before: point.day_before,
      revenue_before: toMoney(point.revenue_before_cents),
    })),
    placed: orders.placed,
    placed_before: before.placed,
    states: orders.states,
    clips: clips.map(({ net_cents, ...clip }) => ({ ...clip, net: toMoney(net_cents) })),
  }
}

const loadSearches = async (db: Db, days: PeriodLength, { current }: Periods, now: Date) => {
  const [top, nothing, counted] = await Promise.all([
    listSearches(db, { days }, now),
    listSearches(db, { days, order: 'nothing' }, now),
    countSearchesByDay(db, days, now),
  ])
  const byDay = new Map(counted.map(({ day, searches }) => [day, searches]))
  const firstTerms = ({ data }: typeof top) => data.slice(0, MAX_ROWS).map(({ term, searches }) => ({ term, searches }))
  return {
    total: top.meta.totals.searches,
    nothing: top.meta.totals.nothing,
    points: current.days.map(day => ({ day, searches: byDay.get(day) ?? 0 })),
    top: firstTerms(top),
    without_results: firstTerms(nothing),
  }
}

type Waiting = { count: number; late?: number }

/** Loads what the viewer's pages show about work and money that waits. */
const loadWaiting = async (db: Db, viewer: Viewer, now: Date) => {
  const [seesOrders, seesPayouts] = (['staff', 'platform_admins'] as const).map(access =>
    hasStaffAccess(access, viewer.platform_roles),
  )
  const [orders, tickets, late, approvals, owed, failedJobs, { in_review }] = await Promise.all([
    seesOrders ? sumWaitingOrders(db) : undefined,
    seesOrders ? countTickets(db) : 0,
    seesOrders ? countTickets(db, { due_before: now }) : 0,
    seesOrders ? countPendingApprovals(db, viewer, now) : 0,
    seesPayouts ? sumOwedToFilmmakers(db) : undefined,
    seesPayouts ? listDeadLetters(db, { limit: 0, offset: 0 }) : undefined,
    countFootage(db),
  ])
  const counts: Record<WaitingKind, Waiting> = {
    tickets: { count: tickets, late },
    approvals: { count: approvals },
    overdue: { count: orders?.overdue.orders ?? 0 },
    disputes: { count: orders?.disputed.orders ?? 0 },
    review: { count: in_review },
    payouts: { count: owed?.payouts ?? 0 },
    failed_jobs: { count: failedJobs?.total ?? 0 },
  }
  const balances: Record<BalanceKind, { count: number | null; cents: number }> = {
    invoiced: { count: orders?.invoiced.orders ?? 0, cents: orders?.invoiced.total_cents ?? 0 },
    overdue: { count: orders?.overdue.orders ?? 0, cents: orders?.overdue.total_cents ?? 0 },
    disputed: { count: orders?.disputed.orders ?? 0, cents: orders?.disputed.total_cents ?? 0 },
    filmmakers: { count: null, cents: owed?.earned_cents ?? 0 },
    payouts: { count: owed?.payouts ?? 0, cents: owed?.payouts_cents ?? 0 },
  }
  return {
    waiting: waitingKinds
      .filter(kind => hasStaffAccess(waitingRows[kind].who, viewer.platform_roles))
      .map(kind => ({ kind, late: 0, ...counts[kind] })),
    balances: balanceKinds
      .filter(kind => hasStaffAccess(balanceRows[kind].who, viewer.platform_roles))
      .map(kind => ({ kind, count: balances[kind].count, total: toMoney(balances[kind].cents) })),
  }
}

export const loadDashboard = async (db: Db, viewer: Viewer, period: PeriodLength, now: Date): Promise<Dashboard> => {
  const periods = getPeriods(Number(period), now)
  const [first_day = '', last_day = ''] = [periods.current.days[0], periods.current.days.at(-1)]
  const [first_day_before = '', last_day_before = ''] = [periods.previous.days[0], periods.previous.days.at(-1)]
  const [waiting, sales, searches, views] = await Promise.all([
    loadWaiting(db, viewer, now),
    hasStaffAccess('staff', viewer.platform_roles) ? loadSales(db, periods) : null,
    loadSearches(db, period, periods, now),
    listMostViewedClips(db, first_day, last_day, MAX_ROWS),
  ])
  return { period, first_day, last_day, first_day_before, last_day_before, ...waiting, sales, searches, views }
}
