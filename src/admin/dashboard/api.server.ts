import type { FastifyInstance } from 'fastify'

import type { Member } from '#platform/actor.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import { formatAmount, toCsv } from '#platform/csv.ts'
import { getPeriods } from '#platform/day-period.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'
import { loadProgress } from '#setup/progress.server.ts'
import { isPlatformAdmin } from '#workspaces/policy.ts'

import * as contract from './contract.ts'
import { loadDashboard, loadRevenue } from './dashboard.server.ts'

const DEFAULT_PERIOD = '30'

const REVENUE_HEADER = [
  'Day (UTC)',
  'Payments',
  'Refunds and lost disputes',
  'Revenue',
  'Currency',
  'Day of the previous period',
  'Revenue of the previous period',
]

export const dashboardApi = (app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'config' | 'settings'>) => {
  const { db, clock, settings } = deps

  serve(app, contract.getDashboard, async ({ actor, query: { days = DEFAULT_PERIOD } }) => {
    const progress = isPlatformAdmin(actor.platform_roles) ? await loadProgress(deps, actor.user_id) : null
    const setup = progress?.is_shown ? progress : null
    const isOpening = setup !== null && !setup.is_open
    return { data: { setup, dashboard: isOpening ? null : await loadDashboard(db, actor, days, clock.now()) } }
  })

  serveFile(
    app,
    fileEndpoint(contract.revenueCsvPath, {
      summary: 'Export revenue by day as CSV, beside the period before',
      who: 'staff',
      per_minute: 20,
      logs_success: 'data_exported',
      query: contract.DashboardQuery,
      file: 'text/csv',
    }),
    async ({ actor, query: { days = DEFAULT_PERIOD }, reply }) => {
      const now = clock.now()
      const { user_id: staff_user_id } = actor as Member
      const reason = `last ${days} days`
      const entry = { staff_user_id, about: 'export', about_key: 'revenue', action: 'exported', reason, now } as const
      await db.transaction().execute(trx => writeAuditEntry(trx, entry))
      const rows = await loadRevenue(db, getPeriods(Number(days), now))
      const csv = toCsv([
        REVENUE_HEADER,
        ...rows.map(row => [
          row.day,
          formatAmount(row.payments_cents),
          formatAmount(row.refunds_cents),
          formatAmount(row.revenue_cents),
          'USD',
          row.day_before,
          formatAmount(row.revenue_before_cents),
        ]),
      ])
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${settings.fileName(`revenue-${rows.at(-1)?.day}.csv`)}"`)
        .header('cache-control', 'private, no-store')
        .send(csv)
    },
  )
}
