/** What was licensed, clip by clip: in one order, or in all of them. */
import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { endpoint } from '#platform/endpoint.ts'
import { numberIn, Pagination } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'

import { optionalPage, optionalSearch, OrderParam } from './contract.ts'

const Moment = z.iso.datetime()

export const OrderClip = z.object({
  /** The clip's number. */
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  filmmaker: z.string(),
  /** Whether it still has a page; what was licensed stays licensed either way. */
  is_published: z.boolean(),
  /** In every kind of file there is; empty for a clip without pictures. */
  thumbs: z.array(Picture),
  width: z.int(),
  height: z.int(),
  order_item_ids: z.array(z.int()),
  licenses: z.array(z.string()),
  /** Of its licenses that hold. */
  certificates: z.array(z.object({ license_id: z.int(), format: z.string() })),
  /** Its licenses that can be upgraded; were, then in which order; or cannot be now, then why not. */
  upgrades: z.array(
    z.object({
      license_id: z.int(),
      format: z.string(),
      order: z.nullable(z.string()),
      /** Empty where it can be. */
      no_upgrade: z.string(),
    }),
  ),
  project: z.nullable(z.object({ id: z.int(), project_name: z.string(), client_name: z.string() })),
  price: Money,
  refunded: z.boolean(),
  /** When its license ends, or ended; null: never. */
  ends_at: z.nullable(Moment),
  /** Bought ones, by priority descending. */
  formats: z.array(
    z.object({
      id: z.int(),
      label: z.string(),
      priority: z.int(),
      codec: z.string(),
      width: z.int(),
      height: z.int(),
      /** About, while `is_to_make`. */
      size_bytes: z.int(),
      /** Made of the master when it is first downloaded. */
      is_to_make: z.boolean(),
    }),
  ),
})
export type OrderClip = z.infer<typeof OrderClip>

export const listOrderClips = endpoint('GET', '/workspace/orders/:id/clips', {
  summary: 'The clips of one order',
  who: 'signed_in',
  masquerade: 'allowed',
  params: OrderParam,
  query: z.object({ page: optionalPage }),
  reply: z.array(OrderClip),
  meta: Pagination,
})

export const LicensedClip = z.extend(OrderClip, {
  /** The one that it was bought in. */
  order: z.object({ universal_invoice_number: z.string(), placed_at: Moment }),
  /** null when the order's state lets files go, else why not. */
  downloads_closed: z.nullable(z.string()),
})
export type LicensedClip = z.infer<typeof LicensedClip>

export const listLicenses = endpoint('GET', '/workspace/licenses', {
  summary: 'Every clip that the workspace has licensed',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({ page: optionalPage, 'search[query]': optionalSearch }),
  reply: z.array(LicensedClip),
  meta: Pagination,
})

export const downloadClip = endpoint('POST', '/clips/:id/download', {
  summary: 'A short-lived address of a licensed clip’s file',
  who: 'signed_in',
  masquerade: 'allowed',
  params: z.object({ id: numberIn() }),
  body: z.object({
    format_id: z.int('Choose a format').check(z.minimum(1, 'Choose a format'), z.maximum(4, 'Choose a format')),
  }),
  reply: z.object({ url: z.string() }),
})
