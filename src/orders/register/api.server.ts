import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { Member } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { toPagination } from '#platform/lists.ts'
import { requireAccess, serve } from '#platform/serve.server.ts'

import { requireOrderAccess } from '../policy.ts'
import { getRegister, REGISTER_CSV_PATH, RegisterFilters } from './contract.ts'
import { toRegisterCsv, registerCsvHeader } from './csv.ts'
import {
  countRegisterLicenses,
  listRegisterProjects,
  listRegisterIds,
  loadRegisterRows,
  type RegisterQuery,
} from './list.server.ts'

const PER_PAGE = 50
/** Rows of the CSV that are read from the database at once. */
const CSV_BATCH_SIZE = 500

const fileAccess = { who: 'signed_in', masquerade: 'allowed' } as const

export const licenseRegisterApi = (app: FastifyInstance, { db, clock, config }: Deps) => {
  serve(app, getRegister, async ({ actor, query: { page = 1, ...query } }) => {
    requireOrderAccess(actor)
    const { workspace_id } = actor
    const now = clock.now()
    const range = { limit: PER_PAGE, offset: (page - 1) * PER_PAGE }
    const [data, total, projects] = await Promise.all([
      listRegisterIds(db, workspace_id, now, query, range).then(ids =>
        loadRegisterRows(db, workspace_id, now, ids, { pictures: true }),
      ),
      countRegisterLicenses(db, workspace_id, now, query),
      listRegisterProjects(db, workspace_id),
    ])
    return { data, meta: { ...toPagination(page, PER_PAGE, total), projects } }
  })

  /** Yields the CSV in batches, so that a register of any length needs memory only for its ids and one batch. */
  async function* streamCsv(workspace_id: number, now: Date, query: RegisterQuery) {
    const ids = await listRegisterIds(db, workspace_id, now, query)
    yield registerCsvHeader
    for (let from = 0; from < ids.length; from += CSV_BATCH_SIZE) {
      const batch = ids.slice(from, from + CSV_BATCH_SIZE)
      yield toRegisterCsv(await loadRegisterRows(db, workspace_id, now, batch, { pictures: false }), config.public_url)
    }
  }

  app.get<{ Querystring: RegisterQuery }>(
    REGISTER_CSV_PATH,
    {
      schema: {
        summary: 'The workspace’s licenses, as CSV',
        tags: ['workspace'],
        querystring: z.object(RegisterFilters),
        response: { 200: { description: 'The rows', content: { 'text/csv': { schema: z.unknown() } } } },
      },
      preValidation: async request => requireAccess(fileAccess, request.actor),
      config: { endpoint: fileAccess, rateLimit: { max: 20, timeWindow: 60_000 }, logs_success: 'data_exported' },
    },
    async ({ actor, query }, reply) => {
      const member = actor as Member
      requireOrderAccess(member)
      const now = clock.now()
      return reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="${brand.slug}-licenses-${now.toISOString().slice(0, 10)}.csv"`,
        )
        .header('cache-control', 'private, no-store')
        .send(Readable.from(streamCsv(member.workspace_id, now, query)))
    },
  )
}
