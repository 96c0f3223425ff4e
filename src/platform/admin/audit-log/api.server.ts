import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import * as contract from '../../audit/audit-log-contract.ts'
import { staffActions } from '../../audit/staff-actions.ts'
import { toCsv } from '../../csv.ts'
import { toDay } from '../../day.ts'
import type { Db } from '../../db/database.server.ts'
import type { Deps } from '../../deps.ts'
import { fileEndpoint } from '../../http/endpoint.ts'
import { serve, serveFile } from '../../http/serve.server.ts'
import { loadStaffAuditChoices, listStaffAuditEntries, type StaffAuditQuery } from './list.server.ts'

/** Rows per database read of the CSV export. */
const CSV_BATCH_ROWS = 500

const CSV_HEADERS = ['At (UTC)', 'Who', 'About', 'Which', 'Name', 'What', 'Why', 'Changes']

/** Streams the CSV in batches, so that memory use doesn't depend on the length of the log. */
async function* streamCsv(db: Db, query: StaffAuditQuery) {
  yield toCsv([CSV_HEADERS])
  let before: string | undefined
  do {
    const { data, meta } = await listStaffAuditEntries(db, { ...query, before }, CSV_BATCH_ROWS)
    yield toCsv(
      data.map(({ at, staff_email, about, about_key, about_name, action, reason, changes }) => [
        at,
        staff_email ?? 'somebody who has left',
        about,
        about_key,
        about_name ?? '',
        staffActions[action],
        reason,
        changes.map(({ field, was, is }) => `${field}: ${was} → ${is}`).join('; '),
      ]),
    )
    before = meta.next ?? undefined
  } while (before)
}

export const staffAuditApi = (
  app: FastifyInstance,
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
) => {
  serve(app, contract.listStaffAuditLog, ({ query }) => listStaffAuditEntries(db, query))

  serve(app, contract.listStaffAuditChoices, async () => ({ data: await loadStaffAuditChoices(db) }))

  serveFile(
    app,
    fileEndpoint(contract.STAFF_AUDIT_CSV_PATH, {
      summary: 'Export the staff audit log as CSV',
      who: 'staff',
      per_minute: 20,
      logs_success: 'data_exported',
      query: z.object(contract.StaffAuditFilters),
      file: 'text/csv',
    }),
    async ({ query, reply }) => {
      const day = toDay(clock.now())
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${settings.fileName(`log-${day}.csv`)}"`)
        .header('cache-control', 'private, no-store')
        .send(Readable.from(streamCsv(db, query)))
    },
  )
}
