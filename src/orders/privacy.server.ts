/** The personal data in orders. The law requires invoices to be kept with the names they were issued to. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'

export const ordersPart: PrivacyPart = {
  name: 'orders',
  collect: async (db, user_id) => {
    const orders = await db
      .selectFrom('orders')
      .where('user_id', '=', user_id)
      .where('placed_at', 'is not', null)
      .orderBy('id')
      .select(['id', 'universal_invoice_number', 'state', 'payment_type', 'payment_method', 'currency', 'total_cents'])
      .select(['billing', 'ein', 'vat_number', 'po_number', 'placed_at', 'due_at', 'paid_at'])
      .execute()
    const items = await db
      .selectFrom('order_items as i')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .leftJoin('project_details as p', 'p.id', 'i.project_id')
      .where('o.user_id', '=', user_id)
      .orderBy('i.id')
      .select([
        'i.id',
        'i.order_id',
        'i.clip_id',
        'i.clip_snapshot',
        'i.org_type',
        'i.end_client_size',
        'i.distribution_ids',
      ])
      .select(['i.price_cents', 'i.refunded', 'i.upgrades_item_id', 'i.upgrade_credit_cents'])
      .select(['p.client_name', 'p.project_name', 'p.project_description', 'p.start_date'])
      .execute()
    const ordersWithItems = orders.map(order => ({
      ...order,
      items: items.filter(({ order_id }) => order_id === order.id),
    }))
    return { orders: ordersWithItems }
  },
  // Nothing: see above.
  forget: async () => {},
}
