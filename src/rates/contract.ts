import * as z from 'zod/mini'

import { org_types } from '#licensing/terms.ts'
import { endpoint } from '#platform/endpoint.ts'
import { IdParam } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'
import { line, lines, TicketReceipt } from '#tickets/contract.ts'

import { advertisings, term_units, terms, territories } from './rate-shape.ts'
import { rateStates } from './rate.ts'

const Moment = z.iso.datetime()

/** What a rate costs and allows, as a buyer reads it. */
export const ShownRate = z.object({
  id: z.int(),
  name: z.string(),
  /** Of each clip; RAW costs its surcharge more. */
  price: Money,
  /** null: any client of that size and type. */
  end_client_name: z.nullable(z.string()),
  end_client_size: z.int(),
  end_client_type: z.enum(org_types),
  usage_details: z.nullable(z.string()),
  distribution_groups: z.array(
    z.object({
      /** Its place among the rate's groups, from 1. */
      id: z.int(),
      distributions: z.array(z.object({ id: z.int(), name: z.string() })),
      term: z.enum(terms),
      custom_term_value: z.nullable(z.int()),
      custom_term_unit: z.nullable(z.enum(term_units)),
      territory: z.enum(territories),
      /** null for the world. */
      territory_name: z.nullable(z.string()),
      advertising: z.enum(advertisings),
    }),
  ),
  /** What is licensed under it, in words. */
  sentence: z.string(),
})
export type ShownRate = z.infer<typeof ShownRate>

export const PreferredRate = z.extend(ShownRate, {
  state: z.enum(rateStates),
  starts_at: Moment,
  /** The first moment at which it no longer holds; null: until somebody ends it. */
  ends_at: z.nullable(Moment),
  /** null: any number. */
  clip_limit: z.nullable(z.int()),
  clips_used: z.int(),
  clips_left: z.nullable(z.int()),
})
export type PreferredRate = z.infer<typeof PreferredRate>

export const listRates = endpoint('GET', '/workspace/preferred-rates', {
  summary: 'The workspace’s preferred rates; none for those who neither buy nor download',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.array(PreferredRate),
  /** Whether they are offered where clips are licensed: the flag `client-preferred-rates`. */
  meta: z.object({ is_offered: z.boolean() }),
})

export const getRate = endpoint('GET', '/workspace/preferred-rates/:id', {
  summary: 'One preferred rate, with how many clips are left of it',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  reply: PreferredRate,
})

export const RateRequestBody = z.object({
  end_client: line('End client', 200),
  clips: line('Number of clips', 100),
  message: lines('A description of the usage', 5_000),
})
export type RateRequestBody = z.infer<typeof RateRequestBody>

export const requestRate = endpoint('POST', '/forms/request-preferred-rate', {
  summary: 'Ask our people for a preferred rate; by whoever buys for the workspace',
  who: 'signed_in',
  per_minute: 6,
  body: RateRequestBody,
  reply: TicketReceipt,
})
