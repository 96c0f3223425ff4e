/** Doors of our own people: they make rates for workspaces. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { idIn, IdParam, numberIn, PageNumber, Pagination } from '#platform/lists.ts'
import { requiredText } from '#platform/text.ts'

import { PreferredRate } from './contract.ts'
import { RateBody } from './rate-shape.ts'
import { rateStates } from './rate.ts'

export const StaffRate = z.extend(PreferredRate, {
  workspace: z.object({ id: z.int(), name: z.string() }),
  version: z.int(),
  /** When one of us ended it, whatever its dates say. */
  ended_at: z.nullable(z.string()),
})
export type StaffRate = z.infer<typeof StaffRate>

const Reason = requiredText('Reason', 500, 'The reason is too long.')

export const listStaffRates = endpoint('GET', '/admin/preferred-rates', {
  summary: 'Preferred rates by name, end client or workspace; newest first',
  who: 'staff',
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    state: z.optional(z.enum(rateStates)),
    workspace_id: z.optional(numberIn('A workspace is named by its number.')),
  }),
  reply: z.array(StaffRate),
  meta: Pagination,
})

export const makeStaffRate = endpoint('POST', '/admin/preferred-rates', {
  summary: 'Make a preferred rate for a workspace',
  who: 'staff',
  body: z.object({ workspace_id: idIn('Choose a workspace.'), rate: RateBody, reason: Reason }),
  reply: StaffRate,
})

export const changeStaffRate = endpoint('PUT', '/admin/preferred-rates/:id', {
  summary: 'Change a preferred rate; carts under it say so, licenses that were sold stay as they are',
  who: 'staff',
  params: IdParam,
  body: z.object({ rate: RateBody, reason: Reason }),
  reply: StaffRate,
})

export const endStaffRate = endpoint('POST', '/admin/preferred-rates/:id/end', {
  summary: 'End a preferred rate for good; licenses under it stay',
  who: 'staff',
  params: IdParam,
  body: z.object({ reason: Reason }),
  reply: StaffRate,
})
