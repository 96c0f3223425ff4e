/** API of the workspace's overview: what needs the member, what the workspace spent, and which licenses end soon. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { Money } from '#platform/money-schema.ts'

const Summary = z.object({
  /** Open purchase requests: the workspace's for members who may buy, otherwise the caller's own. */
  requests: z.int(),
  /** null for roles that don't see orders. */
  orders: z.nullable(
    z.object({
      /** Quotes that can be paid. */
      quotes: z.int(),
      invoices: z.object({ count: z.int(), overdue: z.int(), total: Money }),
      /** Orders placed less credit notes, with tax: the last twelve months, the current one included, and the twelve before. */
      spent: Money,
      spent_before: Money,
      months: z.array(
        z.object({
          /** 2026-11, in UTC */
          month: z.string(),
          spent: Money,
          /** In the same month of the year before. */
          spent_before: Money,
        }),
      ),
      ends_soon: z.object({
        count: z.int(),
        /** The first ones to end. */
        licenses: z.array(z.object({ id: z.int(), name: z.string(), use: z.string(), until: z.nullable(z.string()) })),
      }),
    }),
  ),
})
export type WorkspaceSummary = z.infer<typeof Summary>

export const getWorkspaceSummary = endpoint('GET', '/workspace/summary', {
  summary: 'Get what needs the caller in the current workspace, its spending by month, and its licenses that end soon',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: Summary,
})
