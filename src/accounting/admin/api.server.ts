import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { listContradictions } from '#orders/place-evidence.server.ts'
import type { Member } from '#platform/actor.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import { DAY_MS } from '#platform/clock.ts'
import { formatAmount, toCsv } from '#platform/csv.ts'
import { toDay } from '#platform/day.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'
import { toMoney } from '#platform/money.ts'
import { formatMinor } from '#tax/exchange-rates.ts'

import { getLockedUntil, lockPeriod, postJournal } from '../journal.server.ts'
import { journalAccounts, type JournalAccount } from '../journal.ts'
import { getQuarter, getQuarterDays, listQuarters } from '../quarters.ts'
import { loadTaxReport, type TaxReportRow } from '../tax-report.server.ts'
import * as contract from './contract.ts'

const toTaxRow = (row: TaxReportRow): contract.TaxRow => ({
  place: row.place,
  place_name: row.place_name,
  label: row.label,
  rate: row.rate,
  is_oss: row.return_currency !== null,
  documents: row.documents,
  net: toMoney(row.sold_cents - row.credited_cents),
  tax: toMoney(row.tax_cents - row.credited_tax_cents),
  return_tax:
    row.return_currency === null || row.return_tax_minor === null
      ? null
      : `${row.return_currency} ${formatMinor(row.return_tax_minor, row.return_currency)}`,
})

const REPORT_HEADER = [
  'Quarter',
  'Place',
  'Name',
  'Scheme',
  'Tax',
  'Rate in percent',
  'Documents',
  'Sales without tax, USD',
  'Credited without tax, USD',
  'Tax on sales, USD',
  'Tax credited, USD',
  'Currency of the return',
  'Net in the return',
  'Tax in the return',
]

const schemeLabels = { national: 'National', union_oss: 'Union OSS', non_union_oss: 'Non-Union OSS' }

const toReportCells = (quarter: string, row: TaxReportRow) => {
  const { return_currency: currency } = row
  const formatReturn = (minor: number | null) =>
    currency === null || minor === null ? null : formatMinor(minor, currency).replaceAll(',', '')
  return [
    quarter,
    row.place,
    row.place_name,
    row.scheme && schemeLabels[row.scheme],
    row.label,
    Number((row.rate * 100).toFixed(4)),
    row.documents,
    ...[row.sold_cents, row.credited_cents, row.tax_cents, row.credited_tax_cents].map(formatAmount),
    currency,
    formatReturn(row.return_net_minor),
    formatReturn(row.return_tax_minor),
  ]
}

const JOURNAL_HEADER = [
  'Day',
  'Document day',
  'Posting',
  'Document',
  'Text',
  'Account',
  'Name',
  'Debit',
  'Credit',
  'Currency',
]
const BATCH_SIZE = 1_000

async function* streamJournal(db: Db, { from, to }: { from: string; to: string }) {
  yield toCsv([JOURNAL_HEADER])
  let last = { day: '', id: 0 }
  for (;;) {
    const postings = await db
      .selectFrom('journal_postings')
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where(eb => eb.or([eb('day', '>', last.day), eb.and([eb('day', '=', last.day), eb('id', '>', last.id)])]))
      .orderBy('day')
      .orderBy('id')
      .limit(BATCH_SIZE)
      .selectAll()
      .execute()
    const final = postings.at(-1)
    if (!final) return
    const ids = postings.map(({ id }) => id)
    const entries = await db.selectFrom('journal_entries').where('posting_id', 'in', ids).selectAll().execute()
    const byPosting = Map.groupBy(entries, ({ posting_id }) => posting_id)
    yield toCsv(
      postings.flatMap(({ id, day, happened_on, document, text }) =>
        (byPosting.get(id) ?? []).map(({ account, place, cents }) => [
          day,
          happened_on,
          id,
          document,
          text,
          place === null ? account : `${account}-${place}`,
          `${journalAccounts[account as JournalAccount]}${place === null ? '' : `, ${place}`}`,
          cents > 0 ? formatAmount(cents) : null,
          cents < 0 ? formatAmount(-cents) : null,
          'USD',
        ]),
      ),
    )
    last = final
  }
}

export const accountingApi = (
  app: FastifyInstance,
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
) => {
  serve(app, contract.getBooks, async ({ query }) => {
    const now = clock.now()
    const quarter = query.quarter ?? getQuarter(now)
    const first = await db
      .selectFrom('orders')
      .select(({ fn }) => fn.min('placed_at').as('placed_at'))
      .executeTakeFirst()
    return {
      data: {
        quarter,
        quarters: listQuarters(first?.placed_at ?? now, now),
        rows: (await loadTaxReport(db, quarter, now)).map(toTaxRow),
        contradictions: await listContradictions(db, { ...getQuarterDays(quarter), limit: 50 }),
        locked_until: await getLockedUntil(db),
        last_ended_day: toDay(now.getTime() - DAY_MS),
      },
    }
  })

  serve(app, contract.lockBooks, async ({ actor, body: { last_day } }) => {
    await lockPeriod(db, last_day, { staff_user_id: actor.user_id, now: clock.now() })
    return { data: { locked_until: last_day } }
  })

  const recordExport = async (about_key: string, reason: string, { user_id: staff_user_id }: Member) => {
    const entry = { staff_user_id, about: 'export', about_key, action: 'exported', reason, now: clock.now() } as const
    await db.transaction().execute(trx => writeAuditEntry(trx, entry))
  }
  const sendCsv = (reply: FastifyReply, name: string, content: string | Readable) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${settings.fileName(`${name}.csv`)}"`)
      .header('cache-control', 'private, no-store')
      .send(content)

  serveFile(
    app,
    fileEndpoint(contract.taxReportPath, {
      summary: 'Export the tax figures of a quarter as CSV, with those of the One-Stop Shop',
      who: 'platform_admins',
      per_minute: 20,
      logs_success: 'data_exported',
      query: contract.TaxReportQuery,
      file: 'text/csv',
    }),
    async ({ actor, query: { quarter }, reply }) => {
      await postJournal(db)
      const rows = await loadTaxReport(db, quarter, clock.now())
      await recordExport('tax-report', quarter, actor as Member)
      return sendCsv(reply, `tax-${quarter}`, toCsv([REPORT_HEADER, ...rows.map(row => toReportCells(quarter, row))]))
    },
  )

  serveFile(
    app,
    fileEndpoint(contract.journalPath, {
      summary: 'Export the journal between two days as CSV',
      who: 'platform_admins',
      per_minute: 20,
      logs_success: 'data_exported',
      query: contract.JournalQuery,
      file: 'text/csv',
    }),
    async ({ actor, query, reply }) => {
      await postJournal(db)
      await recordExport('journal', `from ${query.from} to ${query.to}`, actor as Member)
      return sendCsv(reply, `journal-${query.from}-${query.to}`, Readable.from(streamJournal(db, query)))
    },
  )
}
