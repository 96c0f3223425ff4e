import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { isMember, type Actor } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { admit, serve } from '#platform/serve.server.ts'

import { AuditFilters, auditCsvPath, listAudit } from './audit-contract.ts'
import { auditCsv } from './audit-csv.ts'
import { auditActors, auditPage, auditRows, type AuditQuery } from './audit-list.server.ts'
import { auditState } from './audit.server.ts'
import { canViewAudit } from './policy.ts'

/** A log that is longer is taken in parts, by its filters. */
const most_rows = 10_000

const file_access = { who: 'signed_in', masquerade: 'allowed' } as const

export const auditApi = (app: FastifyInstance, { db, clock }: Deps) => {
  const workspaceFor = (actor: Actor): number => {
    if (!isMember(actor) || !canViewAudit(actor.workspace_role))
      throw refuse(403, 'Only owners and admins can read the log of this workspace.')
    return actor.workspace_id
  }

  serve(app, listAudit, async ({ actor, query: { page = 1, ...query } }) => {
    const workspace_id = workspaceFor(actor)
    const [{ data, ...pages }, state, actors] = await Promise.all([
      auditPage(db, workspace_id, query, page),
      auditState(db, workspace_id),
      auditActors(db, workspace_id),
    ])
    return { data, meta: { ...pages, ...state, actors } }
  })

  app.get<{ Querystring: AuditQuery }>(
    auditCsvPath,
    {
      schema: {
        summary: 'The log of the current workspace, as CSV',
        tags: ['workspace'],
        querystring: z.object(AuditFilters),
        response: { 200: { description: 'The rows', content: { 'text/csv': { schema: z.unknown() } } } },
      },
      preValidation: async request => admit(file_access, request.actor),
      config: { endpoint: file_access, rateLimit: { max: 20, timeWindow: 60_000 }, logs_success: 'data_exported' },
    },
    async ({ actor, query }, reply) => {
      const rows = await auditRows(db, workspaceFor(actor), query, { limit: most_rows, offset: 0 })
      const day = clock.now().toISOString().slice(0, 10)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${brand.slug}-workspace-log-${day}.csv"`)
        .header('cache-control', 'private, no-store')
        .send(auditCsv(rows))
    },
  )
}
