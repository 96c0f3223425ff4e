/** The verb that begins an order: `moveOrder` does the rest. */
import type { Trx } from '#platform/database.server.ts'
import type { SoldRate } from '#rates/rate.ts'

import type { OrderBilling, OrderTax, SoldAs } from './sold.ts'

/** `none`: there was nothing to pay. */
export type PaymentType = 'card' | 'ach' | 'paypal' | 'invoice' | 'none'

export type DraftLine = {
  clip_id: number
  format_id: number
  org_type: string
  end_client_size: number
  distribution_ids: number[]
  /** The preferred rate that it stands under, as it is sold. */
  rate?: SoldRate | null
  /** Before the order's discounts and tax: the lines add up to `sub_total_cents`. */
  price_cents: number
  /** Its part of the order's discounts, of every kind, and of its tax: what a refund of the line gives back is price - discount + tax. */
  discount_cents: number
  tax_cents: number
  /** The order's line whose license it takes the place of, and how much of the discounts was paid for that. */
  upgrade?: { item_id: number; credit_cents: number } | null
  sold_as: SoldAs
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
  /** For taking a card; 0 but for custom carts. */
  processing_fee_cents: number
  /** The coupon's code, as it was. */
  discount_code: string | null
  tax_cents: number
  total_cents: number
  tax: OrderTax
  billing: OrderBilling
  ein: string | null
  vat_number: string | null
  po_number: string | null
  now: Date
}

/** Writes an order in `pending` with its lines. Answers its id. Throws when the lines do not add up to the order. */
export const draftOrder = async (trx: Trx, { lines, now, tax, billing, ...draft }: OrderDraft): Promise<number> => {
  if (lines.length === 0) throw new Error('An order needs a line.')
  const sum = (amount: (line: DraftLine) => number) => lines.reduce((whole, line) => whole + amount(line), 0)
  if (sum(line => line.price_cents) !== draft.sub_total_cents)
    throw new Error('The lines of an order must add up to its subtotal.')
  const lines_cents = sum(line => line.price_cents - line.discount_cents + line.tax_cents)
  if (lines_cents + draft.processing_fee_cents !== draft.total_cents)
    throw new Error('The lines of an order, with their discounts and tax, and its fee must add up to its total.')
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
        lines.map(({ sold_as, rate = null, upgrade = null, ...line }) => ({
          ...line,
          upgrades_item_id: upgrade && upgrade.item_id,
          upgrade_credit_cents: upgrade?.credit_cents ?? 0,
          order_id: eb.selectFrom('drafted').select('drafted.id'),
          sold_as: JSON.stringify(sold_as),
          rate_id: rate && rate.id,
          rate: rate && JSON.stringify(rate),
        })),
      ),
    )
    .with('begun', db =>
      db.insertInto('order_moves').values(eb => ({
        order_id: eb.selectFrom('drafted').select('drafted.id'),
        to_state: 'pending',
        user_id: draft.user_id,
        reason: 'Checkout began',
        moved_at: now,
      })),
    )
    .selectFrom('drafted')
    .select('drafted.id')
    .executeTakeFirstOrThrow()
  return id
}
