/** API of the dashboard: what waits for staff, sales, searches and balances, as far as the caller's role sees their pages. */
import * as z from 'zod/mini'

import { orderStates } from '#orders/states.ts'
import { periodLengths } from '#platform/day-period.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { Money } from '#platform/money-schema.ts'
import { SetupProgress } from '#setup/contract.ts'

import { balanceKinds, waitingKinds } from './kinds.ts'

const Sales = z.object({
  /** Payments less refunds and what buyers' banks withdrew, with tax. */
  revenue: Money,
  payments: Money,
  refunds: Money,
  revenue_before: Money,
  /** The days of the period, oldest first, each with the day at the same place of the period before. */
  points: z.array(
    z.object({
      /** 2026-11-23, in UTC */
      day: z.string(),
      payments: Money,
      refunds: Money,
      revenue: Money,
      day_before: z.string(),
      revenue_before: Money,
    }),
  ),
  /** The orders placed in the period, and in the one before. */
  placed: z.int(),
  placed_before: z.int(),
  /** The period's orders and failed attempts by state. */
  states: z.array(z.object({ state: z.enum(orderStates), orders: z.int() })),
  /** Without tax and refunded lines. */
  clips: z.array(z.object({ id: z.int(), name: z.string(), licenses: z.int(), net: Money })),
})

const TermCount = z.object({ term: z.string(), searches: z.int() })

const Dashboard = z.object({
  period: z.enum(periodLengths),
  first_day: z.string(),
  last_day: z.string(),
  first_day_before: z.string(),
  last_day_before: z.string(),
  /** What staff have to do now, whatever the period. `late` counts those that are late already. */
  waiting: z.array(z.object({ kind: z.enum(waitingKinds), count: z.int(), late: z.int() })),
  /** null for roles that don't see orders. */
  sales: z.nullable(Sales),
  /** What is owed now, whatever the period. */
  balances: z.array(z.object({ kind: z.enum(balanceKinds), count: z.nullable(z.int()), total: Money })),
  searches: z.object({
    total: z.int(),
    /** Those that found nothing. */
    nothing: z.int(),
    points: z.array(z.object({ day: z.string(), searches: z.int() })),
    top: z.array(TermCount),
    without_results: z.array(TermCount),
  }),
  views: z.array(z.object({ id: z.int(), name: z.string(), views: z.int() })),
})
export type Dashboard = z.infer<typeof Dashboard>

export const DashboardQuery = z.object({ days: z.optional(z.enum(periodLengths, 'Choose 7, 30 or 90 days.')) })

export const getDashboard = endpoint('GET', '/admin/dashboard', {
  summary:
    'Get what waits for staff, revenue by day, orders by state, top clips and searches, and balances; each role gets what its pages show',
  who: 'editors',
  query: DashboardQuery,
  reply: z.object({
    /** The checklist of a new shop, for platform admins until it is done. */
    setup: z.nullable(SetupProgress),
    /** null before the shop opens. */
    dashboard: z.nullable(Dashboard),
  }),
})

export const revenueCsvPath = '/api/admin/revenue.csv'
