import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { Member } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { pagination } from '#platform/lists.ts'
import { admit, serve } from '#platform/serve.server.ts'

import { seeOrders } from '../policy.ts'
import { getRegister, register_csv_path, RegisterFilters } from './contract.ts'
import { registerCsv, registerHeads } from './csv.ts'
import { countRegister, projectsOf, registerIds, registerRows, type RegisterQuery } from './list.server.ts'

const per_page = 50
/** Of the CSV, as its rows are read from the database. */
const part_rows = 500

const file_access = { who: 'signed_in', masquerade: 'allowed' } as const

export const registerApi = (app: FastifyInstance, { db, clock, config }: Deps) => {
  serve(app, getRegister, async ({ actor, query: { page = 1, ...query } }) => {
    seeOrders(actor)
    const { workspace_id } = actor
    const now = clock.now()
    const on_page = { limit: per_page, offset: (page - 1) * per_page }
    const [data, total, projects] = await Promise.all([
      registerIds(db, workspace_id, now, query, on_page).then(ids =>
        registerRows(db, workspace_id, now, ids, { pictures: true }),
      ),
      countRegister(db, workspace_id, now, query),
      projectsOf(db, workspace_id),
    ])
    return { data, meta: { ...pagination(page, per_page, total), projects } }
  })

  /** Line by line, so that a register of any length takes no more memory than its numbers and a part of it. */
  async function* partsOf(workspace_id: number, now: Date, query: RegisterQuery) {
    const ids = await registerIds(db, workspace_id, now, query)
    yield registerHeads
    for (let from = 0; from < ids.length; from += part_rows) {
      const part = ids.slice(from, from + part_rows)
      yield registerCsv(await registerRows(db, workspace_id, now, part, { pictures: false }), config.public_url)
    }
  }

  app.get<{ Querystring: RegisterQuery }>(
    register_csv_path,
    {
      schema: {
        summary: 'The workspace’s licenses, as CSV',
        tags: ['workspace'],
        querystring: z.object(RegisterFilters),
        response: { 200: { description: 'The rows', content: { 'text/csv': { schema: z.unknown() } } } },
      },
      preValidation: async request => admit(file_access, request.actor),
      config: { endpoint: file_access, rateLimit: { max: 20, timeWindow: 60_000 }, logs_success: 'data_exported' },
    },
    async ({ actor, query }, reply) => {
      const member = actor as Member
      seeOrders(member)
      const now = clock.now()
      return reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="${brand.slug}-licenses-${now.toISOString().slice(0, 10)}.csv"`,
        )
        .header('cache-control', 'private, no-store')
        .send(Readable.from(partsOf(member.workspace_id, now, query)))
    },
  )
}
