import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { brand } from '#platform/brand.ts'
import { csvOf } from '#platform/csv.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { admit, serve } from '#platform/serve.server.ts'

import * as contract from './contract.ts'
import { logChoices, staffLog, type LogQuery } from './show.server.ts'

/** Of the table, as it is read from the database. */
const part_rows = 500

const heads = ['At (UTC)', 'Who', 'About', 'Which', 'Name', 'What', 'Why', 'Changes']

/** Line by line, so that a log of any length takes no more memory than a part of it. */
async function* partsOf(db: Db, query: LogQuery) {
  yield csvOf([heads])
  let before: string | undefined
  do {
    const { data, meta } = await staffLog(db, { ...query, before }, part_rows)
    yield csvOf(
      data.map(({ at, staff_email, about, about_key, about_name, action, reason, changes }) => [
        at,
        staff_email ?? 'somebody who has left',
        about,
        about_key,
        about_name ?? '',
        action,
        reason,
        changes.map(({ field, was, is }) => `${field}: ${was} → ${is}`).join('; '),
      ]),
    )
    before = meta.next ?? undefined
  } while (before)
}

const file_access = { who: 'staff' } as const

export const staffLogApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  serve(app, contract.listStaffLog, ({ query }) => staffLog(db, query))

  serve(app, contract.listLogChoices, async () => ({ data: await logChoices(db) }))

  app.get<{ Querystring: LogQuery }>(
    contract.logCsvPath,
    {
      schema: {
        summary: 'What our people did, as CSV',
        tags: ['admin'],
        querystring: z.object(contract.LogFilters),
        response: { 200: { description: 'The rows', content: { 'text/csv': { schema: z.unknown() } } } },
      },
      preValidation: async request => admit(file_access, request.actor),
      config: { endpoint: file_access, rateLimit: { max: 20, timeWindow: 60_000 }, logs_success: 'data_exported' },
    },
    async ({ query }, reply) => {
      const day = clock.now().toISOString().slice(0, 10)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${brand.slug}-log-${day}.csv"`)
        .header('cache-control', 'private, no-store')
        .send(Readable.from(partsOf(db, query)))
    },
  )
}
