import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { toDay } from '#platform/day.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'

import * as contract from './contract.ts'
import { listSecurityEvents, type SecurityQuery } from './list.server.ts'

type SecurityApiDeps = Pick<Deps, 'db' | 'clock' | 'secret' | 'settings'>

/** Rows per database read of the export. */
const EXPORT_BATCH_ROWS = 500

/** Streams the export in batches, so that memory use doesn't depend on the length of the log. */
async function* streamJsonLines(deps: SecurityApiDeps, query: SecurityQuery) {
  let before: string | undefined
  do {
    const { data, meta } = await listSecurityEvents(deps, { ...query, before }, EXPORT_BATCH_ROWS)
    yield data.map(event => `${JSON.stringify(event)}\n`).join('')
    before = meta.next ?? undefined
  } while (before)
}

export const adminSecurityApi = (app: FastifyInstance, deps: SecurityApiDeps) => {
  serve(app, contract.listSecurityEvents, ({ query }) => listSecurityEvents(deps, query))

  serveFile(
    app,
    fileEndpoint(contract.SECURITY_EXPORT_PATH, {
      summary: 'Export the security log as JSON lines',
      who: 'platform_admins',
      per_minute: 20,
      logs_success: 'data_exported',
      query: z.object(contract.SecurityFilters),
      file: 'application/jsonl',
    }),
    async ({ query, reply }) => {
      const day = toDay(deps.clock.now())
      return reply
        .type('application/jsonl; charset=utf-8')
        .header('content-disposition', `attachment; filename="${deps.settings.fileName(`security-${day}.jsonl`)}"`)
        .header('cache-control', 'private, no-store')
        .send(Readable.from(streamJsonLines(deps, query)))
    },
  )
}
