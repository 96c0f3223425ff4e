/** Endpoints for licensed clips: those of one order, and all of a workspace's. */
import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { optionalPage, optionalSearch, OrderParam } from '#orders/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { numberParam, Pagination } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'

const Timestamp = z.iso.datetime()

export const OrderClip = z.object({
  /** The clip's number. */
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  filmmaker: z.string(),
  /** Whether the clip still has a page. Its licenses stay valid either way. */
  is_published: z.boolean(),
  /** In every available file format; empty for a clip without pictures. */
  thumbs: z.array(Picture),
  width: z.int(),
  height: z.int(),
  /** Whether it was sold for editorial use only. */
  is_editorial: z.boolean(),
  order_item_ids: z.array(z.int()),
  licenses: z.array(z.string()),
  /** For licenses in force. */
  certificates: z.array(z.object({ license_id: z.int(), format: z.string() })),
  /**
   * Licenses that can be upgraded, were upgraded (`order` is the newer order), or cannot be upgraded now (`no_upgrade`
   * says why).
   */
  upgrades: z.array(
    z.object({
      license_id: z.int(),
      format: z.string(),
      order: z.nullable(z.string()),
      /** Empty when an upgrade is possible. */
      no_upgrade: z.string(),
    }),
  ),
  /** An imported license's project has no id: it was assigned elsewhere. */
  project: z.nullable(z.object({ id: z.nullable(z.int()), project_name: z.string(), client_name: z.string() })),
  /** Whether downloads wait until the clip is assigned to a project. */
  needs_project: z.boolean(),
  price: Money,
  refunded: z.boolean(),
  /** When its last license ends or ended; null: never. */
  ends_at: z.nullable(Timestamp),
  /** Licensed formats, by priority, highest first. */
  formats: z.array(
    z.object({
      id: z.int(),
      label: z.string(),
      priority: z.int(),
      codec: z.string(),
      width: z.int(),
      height: z.int(),
      /** Approximate while `needs_transcode` is true. */
      size_bytes: z.int(),
      /** Whether the file is transcoded from the master at its first download. */
      needs_transcode: z.boolean(),
    }),
  ),
})
export type OrderClip = z.infer<typeof OrderClip>

export const listOrderClips = endpoint('GET', '/workspace/orders/:id/clips', {
  summary: 'List the clips of one order',
  who: 'signed_in',
  masquerade: 'allowed',
  params: OrderParam,
  query: z.object({ page: optionalPage }),
  reply: z.array(OrderClip),
  meta: Pagination,
})

export const LicensedClip = z.extend(OrderClip, {
  /** The order that the clip was bought in. */
  order: z.object({
    universal_invoice_number: z.string(),
    placed_at: Timestamp,
    /** Whether another system sold it: the order has no page here. */
    is_imported: z.boolean(),
  }),
  /** null when the order allows downloads, else the reason why not. */
  downloads_closed: z.nullable(z.string()),
})
export type LicensedClip = z.infer<typeof LicensedClip>

export const listLicenses = endpoint('GET', '/workspace/licenses', {
  summary: 'List the clips that the workspace has licensed',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({ page: optionalPage, 'search[query]': optionalSearch }),
  reply: z.array(LicensedClip),
  meta: Pagination,
})

export const downloadClip = endpoint('POST', '/clips/:id/download', {
  summary: 'Get a short-lived address of a licensed clip’s file',
  who: 'signed_in',
  masquerade: 'allowed',
  params: z.object({ id: numberParam() }),
  body: z.object({
    format_id: z.int('Choose a format').check(z.minimum(1, 'Choose a format'), z.maximum(4, 'Choose a format')),
  }),
  reply: z.object({ url: z.string() }),
})
