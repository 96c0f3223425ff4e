/** Endpoints of the books: tax figures by quarter, the journal, and locked periods. */
import * as z from 'zod/mini'

import { Day } from '#platform/day.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { Money } from '#platform/money-schema.ts'

import { Quarter } from '../quarters.ts'

const TaxRow = z.object({
  /** Such as DE or US-TX; '' for orders from before places were kept. */
  place: z.string(),
  place_name: z.string(),
  /** "VAT, Germany", or why no tax was charged. */
  label: z.string(),
  /** 0.19 for 19%. */
  rate: z.number(),
  is_oss: z.boolean(),
  documents: z.int(),
  /** Sales less credits, without tax. */
  net: Money,
  /** Tax less credited tax. */
  tax: Money,
  /** Such as "EUR 73.96": the tax in the return of the One-Stop Shop; null where it has none, or without a rate. */
  return_tax: z.nullable(z.string()),
})
export type TaxRow = z.infer<typeof TaxRow>

const Books = z.object({
  quarter: z.string(),
  /** Newest first. */
  quarters: z.array(z.string()),
  rows: z.array(TaxRow),
  /** Orders of the quarter whose evidence of the buyer's place contradicts the billing address, newest first; at most 50. */
  contradictions: z.array(z.object({ order_id: z.int(), number: z.string(), text: z.string() })),
  /** The last day of the locked period, or null. */
  locked_until: z.nullable(z.string()),
  /** The day before today: the last that can be locked. */
  last_ended_day: z.string(),
})

export const getBooks = endpoint('GET', '/admin/accounting', {
  summary: 'Get the tax figures of a quarter and the locked period',
  who: 'platform_admins',
  query: z.object({ quarter: z.optional(Quarter) }),
  reply: Books,
})

export const lockBooks = endpoint('POST', '/admin/accounting/locks', {
  summary: 'Lock the journal until a day, for good; later corrections are in the open period',
  who: 'platform_admins',
  body: z.object({ last_day: Day }),
  reply: z.object({ locked_until: z.string() }),
})

export const TaxReportQuery = z.object({ quarter: Quarter })
export const JournalQuery = z.object({ from: Day, to: Day })
export const taxReportPath = '/api/admin/tax-report.csv'
export const journalPath = '/api/admin/journal.csv'
