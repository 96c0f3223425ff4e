/** What was sold and credited in a quarter, by place and rate: the figures of VAT, One-Stop Shop and sales tax returns. */
import { sql } from 'kysely'

import { creditedAmounts } from '#orders/credited-amounts.server.ts'
import { formatTaxName, type OrderTax } from '#orders/order-snapshot.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { RegistrationScheme } from '#platform/settings/tax-group.ts'
import { loadLocalTax } from '#tax/exchange-rates.server.ts'
import type { ZeroReason } from '#tax/zero-reason.ts'

import { getQuarterDays } from './quarters.ts'

type ReportKey = {
  /** Such as DE or US-TX, and its name. */
  place: string
  place_name: string
  kind: OrderTax['kind']
  jurisdiction: string
  rate: number
  scheme: RegistrationScheme | null
  reason: ZeroReason | null
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
  /** Sales less credits, and their tax, in the currency of the One-Stop Shop's return: at the rate of the quarter's last day, or today's before it. */
  return_currency: string | null
  return_net_minor: number | null
  return_tax_minor: number | null
}

const reasonLabels: Record<ZeroReason, string> = {
  reverse_charge: 'Reverse charge',
  outside_scope: 'Outside the scope',
  exempt: 'Exempt',
  not_registered: 'Not registered',
}

/** Returns one row for each place, kind and rate, in the order of the places. `quarter`: such as "2026-Q1". */
export const loadTaxReport = async (db: Db, quarter: string, now: Date): Promise<TaxReportRow[]> => {
  const { from, end, last } = getQuarterDays(quarter)
  const today = now.toISOString().slice(0, 10)
  const rateDay = today < last ? today : last
  const isWithin = (column: string) =>
    sql`${sql.raw(column)} >= ${`${from}T00:00:00Z`}::timestamptz and ${sql.raw(column)} < ${`${end}T00:00:00Z`}::timestamptz`
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
      from orders where placed_at is not null and ${isWithin('placed_at')}
      union all
      select c.order_id, 0, c.total_cents - a.tax_cents, 0, a.tax_cents
      from credit_notes c join (${creditedAmounts}) a on a.id = c.id where ${isWithin('c.created_at')}
    ) d join orders o on o.id = d.order_id
    group by 1, 2, 3, 4, 5, 6, 7
    order by 1, 5, 3`.execute(db)
  return Promise.all(
    rows.map(async ({ rate, documents, sold, credited, tax, credited_tax, ...key }) => {
      const [sold_cents, credited_cents, tax_cents, credited_tax_cents] = [sold, credited, tax, credited_tax].map(
        Number,
      ) as [number, number, number, number]
      const isOss = key.scheme === 'union_oss' || key.scheme === 'non_union_oss'
      const convert = async (cents: number) =>
        isOss ? ((await loadLocalTax(db, cents, 'EUR', rateDay))?.tax_minor ?? null) : null
      return {
        ...key,
        rate: Number(rate),
        label: formatTaxName(key) || (key.reason ? reasonLabels[key.reason] : 'No tax'),
        documents: Number(documents),
        sold_cents,
        credited_cents,
        tax_cents,
        credited_tax_cents,
        return_currency: isOss ? 'EUR' : null,
        return_net_minor: await convert(sold_cents - credited_cents),
        return_tax_minor: await convert(tax_cents - credited_tax_cents),
      }
    }),
  )
}
