/** Purchase data for analytics, with amounts in dollars. */
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { SoldClipSnapshot } from '#orders/order-snapshot.ts'
import type { Db } from '#platform/db/database.server.ts'

import type { PurchaseAnalytics, GaData } from './contract.ts'

const toDollars = (cents: number) => cents / 100

/** Loads the analytics data of an order. `is_bought`: whether the order is already a purchase. */
export const loadPurchaseAnalytics = async (
  db: Db,
  order_id: number,
  is_bought: boolean,
): Promise<PurchaseAnalytics> => {
  if (!is_bought) return { user_first_purchase: false, ga_data: null }
  const { user_first_purchase, ...order } = await db
    .selectFrom('orders as o')
    .innerJoin('carts as c', 'c.id', 'o.cart_id')
    .where('o.id', '=', order_id)
    .select(['o.id', 'o.universal_invoice_number', 'o.total_cents', 'o.tax_cents', 'o.discount_code', 'c.kind'])
    .select(eb => [
      jsonArrayFrom(
        eb
          .selectFrom('order_items as i')
          .whereRef('i.order_id', '=', 'o.id')
          .orderBy('i.id')
          .select(['i.clip_id', 'i.clip_snapshot', 'i.price_cents']),
      ).as('items'),
      eb
        .not(
          eb.exists(
            eb
              .selectFrom('orders as earlier')
              .whereRef('earlier.user_id', '=', 'o.user_id')
              .whereRef('earlier.id', '<>', 'o.id')
              .whereRef('earlier.placed_at', '<=', 'o.placed_at')
              .select('earlier.id'),
          ),
        )
        .as('user_first_purchase'),
    ])
    .executeTakeFirstOrThrow()
  return { user_first_purchase: user_first_purchase === true, ga_data: toGaData(order) }
}

/**
 * Loads the analytics data of an order that has just been placed. Returns empty data on an error: the order is valid
 * even when analytics fail.
 */
export const tryLoadPurchaseAnalytics = (db: Db, order_id: number): Promise<PurchaseAnalytics> =>
  loadPurchaseAnalytics(db, order_id, true).catch(() => ({ user_first_purchase: false, ga_data: null }))

type AnalyticsOrder = {
  id: number
  kind: string
  universal_invoice_number: string | null
  total_cents: number
  tax_cents: number
  discount_code: string | null
  items: { clip_id: number; clip_snapshot: unknown; price_cents: number }[]
}

const toGaData = (order: AnalyticsOrder): GaData => ({
  order_number: order.universal_invoice_number ?? String(order.id),
  order_total: toDollars(order.total_cents),
  vat: toDollars(order.tax_cents),
  coupons: order.discount_code === null ? [] : [order.discount_code],
  custom: order.kind === 'custom',
  items: order.items.map(({ clip_id, clip_snapshot, price_cents }) => {
    const { name, category, subcategory } = clip_snapshot as SoldClipSnapshot
    return {
      clip_id,
      clip_name: name,
      categories: [category],
      sub_categories: subcategory === null ? [] : [subcategory],
      price: toDollars(price_cents),
    }
  }),
})
