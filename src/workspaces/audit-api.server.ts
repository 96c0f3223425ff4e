import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { type Actor, isMember } from '#platform/actor.ts'
import { toCsv } from '#platform/csv.ts'
import { toDay } from '#platform/day.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'

import { auditActions } from './audit-actions.ts'
import { AUDIT_CSV_PATH, AuditFilters, type AuditRow, listAudit } from './audit-contract.ts'
import { listAuditActors, listAuditRows, loadAuditPage } from './audit-list.server.ts'
import { loadAuditState } from './audit.server.ts'
import { canViewAudit } from './policy.ts'

/** Formats the audit log as CSV. */
const header = ['Number', 'At (UTC)', 'Who', 'Email', 'Acted as', 'What', 'About', 'From', 'To']

const toCells = ({ number, at, actor, acted_as, action, about, from, to }: AuditRow) => [
  number,
  at,
  actor?.name ?? null,
  actor?.email ?? null,
  acted_as?.name ?? null,
  auditActions[action],
  about,
  from,
  to,
]

export const formatAuditCsv = (rows: readonly AuditRow[]): string => toCsv([header, ...rows.map(toCells)])

/** A longer log is exported in parts, by its filters. */
const MAX_EXPORT_ROWS = 10_000

export const auditApi = (app: FastifyInstance, { db, clock, settings }: Deps) => {
  const requireAuditAccess = (actor: Actor): number => {
    if (!isMember(actor) || !canViewAudit(actor.workspace_role))
      throw refuse(403, 'Only owners and admins can see the log of this workspace.')
    return actor.workspace_id
  }

  serve(app, listAudit, async ({ actor, query: { page = 1, ...query } }) => {
    const workspace_id = requireAuditAccess(actor)
    const [{ data, ...pages }, state, actors] = await Promise.all([
      loadAuditPage(db, workspace_id, query, { page, shop: settings.company().name }),
      loadAuditState(db, workspace_id),
      listAuditActors(db, workspace_id, { shop: settings.company().name }),
    ])
    return { data, meta: { ...pages, ...state, actors } }
  })

  serveFile(
    app,
    fileEndpoint(AUDIT_CSV_PATH, {
      summary: 'Export the audit log of the current workspace as CSV',
      who: 'signed_in',
      masquerade: 'allowed',
      per_minute: 20,
      logs_success: 'data_exported',
      query: z.object(AuditFilters),
      file: 'text/csv',
    }),
    async ({ actor, query, reply }) => {
      const rows = await listAuditRows(db, requireAuditAccess(actor), query, {
        shop: settings.company().name,
        limit: MAX_EXPORT_ROWS,
        offset: 0,
      })
      const day = toDay(clock.now())
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${settings.fileName(`workspace-log-${day}.csv`)}"`)
        .header('cache-control', 'private, no-store')
        .send(formatAuditCsv(rows))
    },
  )
}
