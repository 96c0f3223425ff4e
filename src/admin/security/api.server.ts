import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { admit, serve } from '#platform/serve.server.ts'

import * as contract from './contract.ts'
import { securityEvents, type SecurityQuery } from './show.server.ts'

type LogDeps = Pick<Deps, 'db' | 'clock' | 'secret'>

/** Of the table, as it is read from the database. */
const part_rows = 500

/** Part by part, so that a log of any length takes no more memory than one part. */
async function* linesOf(deps: LogDeps, query: SecurityQuery) {
  let before: string | undefined
  do {
    const { data, meta } = await securityEvents(deps, { ...query, before }, part_rows)
    yield data.map(event => `${JSON.stringify(event)}\n`).join('')
    before = meta.next ?? undefined
  } while (before)
}

const file_access = { who: 'platform_admins' } as const

export const securityLogApi = (app: FastifyInstance, deps: LogDeps) => {
  serve(app, contract.listSecurityEvents, ({ query }) => securityEvents(deps, query))

  app.get<{ Querystring: SecurityQuery }>(
    contract.securityExportPath,
    {
      schema: {
        summary: 'The security log, a line of JSON for each entry',
        tags: ['admin'],
        querystring: z.object(contract.SecurityFilters),
        response: { 200: { description: 'The entries', content: { 'application/jsonl': { schema: z.unknown() } } } },
      },
      preValidation: async request => admit(file_access, request.actor),
      config: { endpoint: file_access, rateLimit: { max: 20, timeWindow: 60_000 }, logs_success: 'data_exported' },
    },
    async ({ query }, reply) => {
      const day = deps.clock.now().toISOString().slice(0, 10)
      return reply
        .type('application/jsonl; charset=utf-8')
        .header('content-disposition', `attachment; filename="${brand.slug}-security-${day}.jsonl"`)
        .header('cache-control', 'private, no-store')
        .send(Readable.from(linesOf(deps, query)))
    },
  )
}
