import * as z from 'zod/mini'

import { advertisingTypes, termUnits, termOptions, territories } from '#licensing/rate-schema.ts'
import { rateStates } from '#licensing/rate.ts'
import { orgTypeIds } from '#licensing/terms.ts'
import { optionalPage, OrderSummary } from '#orders/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam, Pagination } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'
import { lineText, multilineText, TicketReceipt } from '#tickets/contract.ts'

const Timestamp = z.iso.datetime()

/** A rate's price and terms, as shown to buyers. */
export const RateSummary = z.object({
  id: z.int(),
  name: z.string(),
  /** Per clip; RAW adds its surcharge. */
  price: Money,
  /** null: any client of that size and type. */
  end_client_name: z.nullable(z.string()),
  end_client_size: z.int(),
  end_client_type: z.enum(orgTypeIds),
  usage_details: z.nullable(z.string()),
  distribution_groups: z.array(
    z.object({
      /** The group's position in the rate, from 1. */
      id: z.int(),
      distributions: z.array(z.object({ id: z.int(), name: z.string() })),
      term: z.enum(termOptions),
      custom_term_value: z.nullable(z.int()),
      custom_term_unit: z.nullable(z.enum(termUnits)),
      territory: z.enum(territories),
      /** null for worldwide. */
      territory_name: z.nullable(z.string()),
      advertising: z.enum(advertisingTypes),
    }),
  ),
  /** The licensed use as a sentence. */
  sentence: z.string(),
})
export type RateSummary = z.infer<typeof RateSummary>

export const PreferredRate = z.extend(RateSummary, {
  state: z.enum(rateStates),
  starts_at: Timestamp,
  /** The exclusive end; null: until staff end it. */
  ends_at: z.nullable(Timestamp),
  /** null: any number. */
  clip_limit: z.nullable(z.int()),
  clips_used: z.int(),
  clips_left: z.nullable(z.int()),
})
export type PreferredRate = z.infer<typeof PreferredRate>

export const listRates = endpoint('GET', '/workspace/preferred-rates', {
  summary: 'List the workspace’s preferred rates; empty for roles that neither buy nor download',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.array(PreferredRate),
  /** Whether license dialogs offer rates: the flag `client-preferred-rates`. */
  meta: z.object({ is_offered: z.boolean() }),
})

export const getRate = endpoint('GET', '/workspace/preferred-rates/:id', {
  summary: 'Get a preferred rate with the number of clips left',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  reply: PreferredRate,
})

export const RateRequestBody = z.object({
  end_client: lineText('End client', 200),
  clips: lineText('Number of clips', 100),
  message: multilineText('A description of the usage', 5_000),
})
export type RateRequestBody = z.infer<typeof RateRequestBody>

export const requestRate = endpoint('POST', '/forms/request-preferred-rate', {
  summary: 'Request a preferred rate from staff; for members who may buy',
  who: 'signed_in',
  per_minute: 6,
  body: RateRequestBody,
  reply: TicketReceipt,
})

export const listRateOrders = endpoint('GET', '/workspace/preferred-rates/:id/orders', {
  summary: 'List the workspace’s orders with clips under a preferred rate, newest first',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  query: z.object({ page: optionalPage }),
  reply: z.array(OrderSummary),
  meta: Pagination,
})
