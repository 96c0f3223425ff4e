/** What was bought, in the words that the data layer's measuring knows: amounts in dollars. */
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { SoldAs } from '#orders/sold.ts'
import type { Db } from '#platform/database.server.ts'

import type { Bought, GaData } from './contract.ts'

const dollars = (cents: number) => cents / 100

/** `is_bought`: whether the order stands by now. */
export const boughtIn = async (db: Db, order_id: number, is_bought: boolean): Promise<Bought> => {
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
          .select(['i.clip_id', 'i.sold_as', 'i.price_cents']),
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
  return { user_first_purchase: user_first_purchase === true, ga_data: gaDataOf(order) }
}

/**
 * The same for an order that has just been placed. It stands, whatever happens while measuring asks about it: then nothing is
 * told of it.
 */
export const boughtJustNow = (db: Db, order_id: number): Promise<Bought> =>
  boughtIn(db, order_id, true).catch(() => ({ user_first_purchase: false, ga_data: null }))

type OrderFacts = {
  id: number
  kind: string
  universal_invoice_number: string | null
  total_cents: number
  tax_cents: number
  discount_code: string | null
  items: { clip_id: number; sold_as: unknown; price_cents: number }[]
}

const gaDataOf = (order: OrderFacts): GaData => ({
  order_number: order.universal_invoice_number ?? String(order.id),
  order_total: dollars(order.total_cents),
  vat: dollars(order.tax_cents),
  coupons: order.discount_code === null ? [] : [order.discount_code],
  custom: order.kind === 'custom',
  items: order.items.map(({ clip_id, sold_as, price_cents }) => {
    const { name, category, subcategory } = sold_as as SoldAs
    return {
      clip_id,
      clip_name: name,
      categories: [category],
      sub_categories: subcategory === null ? [] : [subcategory],
      price: dollars(price_cents),
    }
  }),
})
