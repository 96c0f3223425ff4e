/** Staff endpoints for preferred rates. */
import * as z from 'zod/mini'

import { RateBody } from '#licensing/rate-schema.ts'
import { rateStates } from '#licensing/rate.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam, numberParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { requiredText } from '#platform/text.ts'

import { PreferredRate } from './contract.ts'

export const StaffRate = z.extend(PreferredRate, {
  workspace: z.object({ id: z.int(), name: z.string() }),
  version: z.int(),
  /** When staff ended it, regardless of its dates. */
  ended_at: z.nullable(z.string()),
})
export type StaffRate = z.infer<typeof StaffRate>

const Reason = requiredText('Reason', 500, 'The reason is too long.')

export const listStaffRates = endpoint('GET', '/admin/preferred-rates', {
  summary: 'Search preferred rates by name, end client and workspace; newest first',
  who: 'staff',
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    state: z.optional(z.enum(rateStates)),
    workspace_id: z.optional(numberParam('Enter the id of a workspace.')),
  }),
  reply: z.array(StaffRate),
  meta: Pagination,
})

export const createStaffRate = endpoint('POST', '/admin/preferred-rates', {
  summary: 'Create a preferred rate for a workspace',
  who: 'staff',
  body: z.object({ workspace_id: idField('Choose a workspace.'), rate: RateBody, reason: Reason }),
  reply: StaffRate,
})

export const changeStaffRate = endpoint('PUT', '/admin/preferred-rates/:id', {
  summary: 'Change a preferred rate. Carts with it show a notice; sold licenses stay unchanged',
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
