/** Creates orders in state `pending`; `transitionOrder` does the rest. */

import { holdReleases } from '#catalog/clips.server.ts'
import type { Release } from '#catalog/traits.ts'
import { getClosedRefusal } from '#licensing/closed-uses.ts'
import { type SoldRate, toUseGrants } from '#licensing/rate.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { recordAcceptance, type AcceptedTerms } from './license-terms.server.ts'
import type { OrderBilling, OrderTax, SoldClipSnapshot } from './order-snapshot.ts'

/** `none` when there was nothing to pay. */
export type PaymentType = 'card' | 'ach' | 'paypal' | 'invoice' | 'none'

export type DraftLine = {
  clip_id: number
  format_id: number
  org_type: string
  end_client_size: number
  distribution_ids: number[]
  /** The preferred rate that the line was sold under. */
  rate?: SoldRate | null
  /** Before the order's discounts and tax. The lines add up to `sub_total_cents`. */
  price_cents: number
  /** The line's part of the order's discounts of every kind and of its tax. A refund of the line is price - discount + tax. */
  discount_cents: number
  tax_cents: number
  /** The order line whose license it replaces, and the part of the discounts that was paid for that license. */
  upgrade?: { item_id: number; credit_cents: number } | null
  /** `draftOrder` adds the releases. */
  clip_snapshot: Omit<SoldClipSnapshot, 'releases'>
}

export type OrderDraft = {
  workspace_id: number
  user_id: number
  cart_id: number
  payment_type: PaymentType
  price_version_id: number
  lines: readonly DraftLine[]
  sub_total_cents: number
  non_profit_discount_cents: number
  discount_cents: number
  /** For card payments; 0 except for custom carts. */
  processing_fee_cents: number
  /** The coupon's code at the time of the order. */
  discount_code: string | null
  tax_cents: number
  total_cents: number
  tax: OrderTax
  billing: OrderBilling
  ein: string | null
  vat_number: string | null
  po_number: string | null
  /** What was agreed in words, such as a quote's note. */
  agreed_terms?: string
  /** Whether the buyer has a right of withdrawal. */
  is_consumer?: boolean
  /** The license terms that the buyer accepts. */
  terms: AcceptedTerms
  now: Date
}

type LicensedLine = {
  clip_id: number
  distribution_ids: number[]
  rate?: SoldRate | null
  clip_snapshot: Pick<SoldClipSnapshot, 'name'>
}

const findRefusal = (lines: readonly LicensedLine[], releases: ReadonlyMap<number, Release[]>) =>
  lines
    .map(({ clip_id, clip_snapshot, distribution_ids, rate }) =>
      getClosedRefusal(
        [{ name: clip_snapshot.name, releases: releases.get(clip_id) ?? [] }],
        toUseGrants({ distribution_ids }, rate),
      ),
    )
    .find(refusal => refusal !== null)

/**
 * The last check of a sale: whether the clips' releases, as they are now, allow what the lines grant. Returns them; they
 * stay as they are until the transaction ends. Throws 422 for a closed use.
 */
const holdOpenReleases = async (trx: Trx, lines: readonly LicensedLine[]): Promise<Map<number, Release[]>> => {
  const releases = await holdReleases(
    trx,
    lines.map(({ clip_id }) => clip_id),
  )
  const refusal = findRefusal(lines, releases)
  if (refusal) throw refuse(422, refusal)
  return releases
}

/**
 * Writes an order in `pending` with its lines and returns its id. Every sale passes here: throws 422 for a use that a
 * clip's releases close, and stores the releases as sold. Throws when the lines do not add up to the order.
 */
export const draftOrder = async (
  trx: Trx,
  { lines, now, tax, billing, terms, ...draft }: OrderDraft,
): Promise<number> => {
  if (lines.length === 0) throw new Error('An order needs a line.')
  const sum = (amount: (line: DraftLine) => number) => lines.reduce((total, line) => total + amount(line), 0)
  if (sum(line => line.price_cents) !== draft.sub_total_cents)
    throw new Error('The lines of an order must add up to its subtotal.')
  const lines_cents = sum(line => line.price_cents - line.discount_cents + line.tax_cents)
  if (lines_cents + draft.processing_fee_cents !== draft.total_cents)
    throw new Error('The lines of an order, with their discounts and tax, and its fee must add up to its total.')
  const releases = await holdOpenReleases(trx, lines)
  const { id } = await trx
    .with('drafted', db =>
      db
        .insertInto('orders')
        .values({
          ...draft,
          upgrade_credit_cents: sum(line => line.upgrade?.credit_cents ?? 0),
          state: 'pending',
          tax: JSON.stringify(tax),
          billing: JSON.stringify(billing),
          created_at: now,
        })
        .returning('id'),
    )
    .with('lines', db =>
      db.insertInto('order_items').values(eb =>
        lines.map(({ clip_snapshot, rate = null, upgrade = null, ...line }) => ({
          ...line,
          upgrades_item_id: upgrade && upgrade.item_id,
          upgrade_credit_cents: upgrade?.credit_cents ?? 0,
          order_id: eb.selectFrom('drafted').select('drafted.id'),
          clip_snapshot: JSON.stringify({ ...clip_snapshot, releases: releases.get(line.clip_id) ?? [] }),
          rate_id: rate && rate.id,
          rate: rate && JSON.stringify(rate),
        })),
      ),
    )
    .with('begun', db =>
      db.insertInto('order_transitions').values(eb => ({
        order_id: eb.selectFrom('drafted').select('drafted.id'),
        to_state: 'pending',
        user_id: draft.user_id,
        reason: 'Checkout began',
        transitioned_at: now,
      })),
    )
    .selectFrom('drafted')
    .select('drafted.id')
    .executeTakeFirstOrThrow()
  await recordAcceptance(trx, { order_id: id, user_id: draft.user_id, terms, now })
  return id
}
