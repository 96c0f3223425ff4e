import type { FastifyInstance } from 'fastify'

import { countOpenRequests } from '#cart/requests/show.server.ts'
import { monthAfter, monthOf, monthsUpTo, monthStart } from '#earnings/months.ts'
import { countRegisterLicenses, listRegisterIds, loadRegisterRows } from '#licenses/register/list.server.ts'
import { canSeeOrders } from '#orders/policy.ts'
import { loadSpendingByMonth, sumUnpaidInvoices } from '#orders/spending.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { toMoney } from '#platform/money.ts'
import { countOpenQuotes } from '#quotes/show.server.ts'

import { getWorkspaceSummary, type WorkspaceSummary } from './contract.ts'

const MONTHS = 12
const MAX_LICENSES = 4

const loadSpending = async (db: Db, workspace_id: number, now: Date) => {
  const months = monthsUpTo(monthOf(now), 2 * MONTHS)
  const rows = await loadSpendingByMonth(db, workspace_id, monthStart(months[0] ?? ''))
  const byMonth = new Map(rows.map(({ month, cents }) => [month, cents]))
  const spentIn = (month: string) => byMonth.get(month) ?? 0
  const sum = (some: readonly string[]) => toMoney(some.reduce((total, month) => total + spentIn(month), 0))
  return {
    spent: sum(months.slice(MONTHS)),
    spent_before: sum(months.slice(0, MONTHS)),
    months: months.slice(MONTHS).map(month => ({
      month,
      spent: toMoney(spentIn(month)),
      spent_before: toMoney(spentIn(monthAfter(month, -MONTHS))),
    })),
  }
}

const loadEndingLicenses = async (db: Db, workspace_id: number, now: Date) => {
  const query = { state: 'ends_soon', sort: 'ends' } as const
  const ids = await listRegisterIds(db, workspace_id, now, query, { limit: MAX_LICENSES, offset: 0 })
  const licenses = await loadRegisterRows(db, workspace_id, now, ids, { pictures: false })
  return {
    count: await countRegisterLicenses(db, workspace_id, now, query),
    licenses: licenses.map(({ id, clip, use, until }) => ({ id, name: clip.name, use, until })),
  }
}

const loadOrders = async (db: Db, workspace_id: number, now: Date): Promise<WorkspaceSummary['orders']> => {
  const [quotes, { total_cents, ...invoices }, spending, ends_soon] = await Promise.all([
    countOpenQuotes(db, workspace_id, now),
    sumUnpaidInvoices(db, workspace_id),
    loadSpending(db, workspace_id, now),
    loadEndingLicenses(db, workspace_id, now),
  ])
  return { quotes, invoices: { ...invoices, total: toMoney(total_cents) }, ...spending, ends_soon }
}

export const workspaceSummaryApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  serve(app, getWorkspaceSummary, async ({ actor }) => ({
    data: {
      requests: await countOpenRequests(db, actor),
      orders: canSeeOrders(actor.workspace_role) ? await loadOrders(db, actor.workspace_id, clock.now()) : null,
    },
  }))
}
