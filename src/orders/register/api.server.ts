import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { Member } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { pagination } from '#platform/lists.ts'
import { admit, serve } from '#platform/serve.server.ts'

import { seeOrders } from '../policy.ts'
import { getRegister, register_csv_path, RegisterFilters } from './contract.ts'
import { registerCsv } from './csv.ts'
import { countRegister, projectsOf, registerRows, type RegisterQuery } from './list.server.ts'

const per_page = 50
/** A register that is longer is taken in parts, by its filters. */
const most_rows = 50_000

export const registerApi = (app: FastifyInstance, { db, clock, config }: Deps) => {
  serve(app, getRegister, async ({ actor, query: { page = 1, ...query } }) => {
    seeOrders(actor)
    const { workspace_id } = actor
    const now = clock.now()
    const [data, total, projects] = await Promise.all([
      registerRows(db, workspace_id, now, query, { limit: per_page, offset: (page - 1) * per_page, pictures: true }),
      countRegister(db, workspace_id, now, query),
      projectsOf(db, workspace_id),
    ])
    return { data, meta: { ...pagination(page, per_page, total), projects } }
  })

  app.get<{ Querystring: RegisterQuery }>(
    register_csv_path,
    {
      schema: {
        summary: 'The workspace’s licenses, as CSV',
        tags: ['workspace'],
        querystring: z.object(RegisterFilters),
        response: { 200: { description: 'The rows', content: { 'text/csv': { schema: z.unknown() } } } },
      },
      preValidation: async request => admit({ who: 'signed_in' }, request.actor),
      config: { rateLimit: { max: 20, timeWindow: 60_000 } },
    },
    async ({ actor, query }, reply) => {
      const member = actor as Member
      seeOrders(member)
      const now = clock.now()
      const rows = await registerRows(db, member.workspace_id, now, query, {
        limit: most_rows,
        offset: 0,
        pictures: false,
      })
      return reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="${brand.slug}-licenses-${now.toISOString().slice(0, 10)}.csv"`,
        )
        .header('cache-control', 'private, no-store')
        .send(registerCsv(rows, config.public_url))
    },
  )
}
