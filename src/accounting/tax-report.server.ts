/** What was sold and credited in a quarter, by place and rate: the figures of VAT, One-Stop Shop and sales tax returns. */
import { sql } from 'kysely'

import { creditedAmounts } from '#orders/credited-amounts.server.ts'
import { formatTaxName, type OrderTax } from '#orders/order-snapshot.ts'
import { toDay } from '#platform/day.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import type { RegistrationScheme } from '#platform/settings/tax-group.ts'
import { loadReturnRate } from '#tax/exchange-rates.server.ts'
import { toMinor } from '#tax/exchange-rates.ts'
import type { ZeroTaxReason } from '#tax/zero-reason.ts'

import { getQuarterDays, listQuarters } from './quarters.ts'

type ReportKey = {
  /** Such as DE or US-TX, and its name. */
  place: string
  place_name: string
  kind: OrderTax['kind']
  jurisdiction: string
  rate: number
  scheme: RegistrationScheme | null
  reason: ZeroTaxReason | null
}

export type TaxReportRow = ReportKey & {
  /** "VAT, Germany", or why no tax was charged. */
  label: string
  documents: number
  /** Without tax, in US cents: what was invoiced and what was credited in the quarter. */
  sold_cents: number
  credited_cents: number
  tax_cents: number
  credited_tax_cents: number
  /** Sales less credits, and their tax, in the currency of the One-Stop Shop's return; null without an exchange rate. */
  return_currency: string | null
  return_net_minor: number | null
  return_tax_minor: number | null
}

const reasonLabels: Record<ZeroTaxReason, string> = {
  reverse_charge: 'Reverse charge',
  outside_scope: 'Outside the scope',
  exempt: 'Exempt',
  not_registered: 'Not registered',
}

/**
 * Returns one row for each place, kind and rate, in the order of the places: as stored when the quarter's last day was locked,
 * else as of now. `quarter`: such as "2026-Q1".
 */
export const loadTaxReport = async (db: Db, quarter: string, now: Date): Promise<TaxReportRow[]> => {
  const report = await db.selectFrom('tax_reports').where('quarter', '=', quarter).select('rows').executeTakeFirst()
  return report ? (report.rows as TaxReportRow[]) : (await computeTaxReport(db, quarter, now)).rows
}

/**
 * Stores the reports of all quarters that end until a day, once, in the transaction that locks it. Throws 422 while a quarter's
 * exchange rate is missing or can still change.
 */
export const storeTaxReports = async (trx: Trx, last_day: string, now: Date): Promise<void> => {
  const first = await trx
    .selectFrom('orders')
    .select(({ fn }) => fn.min('placed_at').as('placed_at'))
    .executeTakeFirst()
  const last = new Date(`${last_day}T00:00:00Z`)
  const storedQuarters = new Set(
    (await trx.selectFrom('tax_reports').select('quarter').execute()).map(({ quarter }) => quarter),
  )
  for (const quarter of listQuarters(first?.placed_at ?? last, last)) {
    if (getQuarterDays(quarter).last > last_day || storedQuarters.has(quarter)) continue
    const { rows, rate } = await computeTaxReport(trx, quarter, now)
    if (rate !== 'final') throw refuse.fields({ last_day: [openRateTexts[rate](quarter)] })
    await trx
      .insertInto('tax_reports')
      .values({ quarter, rows: JSON.stringify(rows), stored_at: now })
      .execute()
  }
}

const openRateTexts = {
  missing: (quarter: string) =>
    `The One-Stop Shop asks for euros, and there is no exchange rate for the end of ${quarter}. Enter one in Settings > Tax first.`,
  changing: (quarter: string) =>
    `The One-Stop Shop asks for euros at the European Central Bank’s rate for the end of ${quarter}, which isn’t known yet. Lock this quarter when it is, or ten days after its end.`,
}

/** `rate`: whether the exchange rate is missing, or a later one can still take its place. */
const computeTaxReport = async (
  db: Db | Trx,
  quarter: string,
  now: Date,
): Promise<{ rows: TaxReportRow[]; rate: 'missing' | 'changing' | 'final' }> => {
  const { from, end, last } = getQuarterDays(quarter)
  const isWithin = (column: string) =>
    sql`${sql.raw(column)} >= ${`${from}T00:00:00Z`}::timestamptz and ${sql.raw(column)} < ${`${end}T00:00:00Z`}::timestamptz`
  // A document that arrived after its period was locked counts in the quarter of its posting, as in the journal.
  const isBooked = (column: string, source: string) => sql`(
    ${isWithin(column)} and not exists (select from journal_postings p where p.source = ${sql.raw(source)} and p.day >= ${end})
    or ${sql.raw(source)} in (select p.source from journal_postings p
      where p.day >= ${from} and p.day < ${end} and p.happened_on < ${from}))`
  const { rows } = await sql<
    Omit<ReportKey, 'rate'> & Record<'rate' | 'documents' | 'sold' | 'credited' | 'tax' | 'credited_tax', string>
  >`
    select coalesce(o.tax->'sold'->>'place', o.tax->'evidence'->>'country', '') as place,
           coalesce(o.tax->'sold'->>'place_name', nullif(o.tax->>'jurisdiction', ''), o.billing->>'country') as place_name,
           o.tax->>'kind' as kind, o.tax->>'jurisdiction' as jurisdiction, (o.tax->>'rate')::numeric as rate,
           o.tax->'sold'->>'scheme' as scheme, o.tax->'sold'->>'reason' as reason, count(*) as documents,
           sum(d.sold) as sold, sum(d.credited) as credited, sum(d.tax) as tax, sum(d.credited_tax) as credited_tax
    from (
      select id as order_id, total_cents - tax_cents as sold, 0 as credited, tax_cents as tax, 0 as credited_tax
      from orders where placed_at is not null and ${isBooked('placed_at', "'invoice ' || orders.id")}
      union all
      select c.order_id, 0, c.total_cents - a.tax_cents, 0, a.tax_cents
      from credit_notes c join (${creditedAmounts}) a on a.id = c.id
      where ${isBooked('c.created_at', "'credit note ' || c.id")}
    ) d join orders o on o.id = d.order_id
    group by 1, 2, 3, 4, 5, 6, 7
    order by 1, 5, 3`.execute(db)
  const isOss = ({ scheme }: Pick<ReportKey, 'scheme'>) => scheme === 'union_oss' || scheme === 'non_union_oss'
  const euro = rows.some(isOss) ? await loadReturnRate(db, last, toDay(now)) : undefined
  return {
    rate: !rows.some(isOss) || euro?.is_final ? 'final' : euro ? 'changing' : 'missing',
    rows: rows.map(({ rate, documents, sold, credited, tax, credited_tax, ...key }) => {
      const [sold_cents, credited_cents, tax_cents, credited_tax_cents] = [sold, credited, tax, credited_tax].map(
        Number,
      ) as [number, number, number, number]
      const convert = (cents: number) => (isOss(key) && euro ? toMinor(cents, 'EUR', euro.rate) : null)
      return {
        ...key,
        rate: Number(rate),
        label: formatTaxName(key) || (key.reason ? reasonLabels[key.reason] : 'No tax'),
        documents: Number(documents),
        sold_cents,
        credited_cents,
        tax_cents,
        credited_tax_cents,
        return_currency: isOss(key) ? 'EUR' : null,
        return_net_minor: convert(sold_cents - credited_cents),
        return_tax_minor: convert(tax_cents - credited_tax_cents),
      }
    }),
  }
}
