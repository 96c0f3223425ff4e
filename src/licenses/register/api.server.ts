import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { requireOrderAccess } from '#orders/policy.ts'
import { toDay } from '#platform/day.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { toPagination } from '#platform/http/lists.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'

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

export const licenseRegisterApi = (app: FastifyInstance, { db, clock, config, settings }: Deps) => {
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

  serveFile(
    app,
    fileEndpoint(REGISTER_CSV_PATH, {
      summary: 'Export the workspace’s licenses as CSV',
      who: 'signed_in',
      masquerade: 'allowed',
      per_minute: 20,
      logs_success: 'data_exported',
      query: z.object(RegisterFilters),
      file: 'text/csv',
    }),
    async ({ actor, query, reply }) => {
      requireOrderAccess(actor)
      const now = clock.now()
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${settings.fileName(`licenses-${toDay(now)}.csv`)}"`)
        .header('cache-control', 'private, no-store')
        .send(Readable.from(streamCsv(actor.workspace_id, now, query)))
    },
  )
}
