/** The personal data in orders. The law requires invoices to be kept with the names they were issued to. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'

import { listEvidence } from './place-evidence.server.ts'

export const ordersPart: PrivacyPart = {
  name: 'orders',
  collect: async (db, user_id) => {
    const orders = await db
      .selectFrom('orders')
      .where('user_id', '=', user_id)
      .where('placed_at', 'is not', null)
      .orderBy('id')
      .select(['id', 'universal_invoice_number', 'state', 'payment_type', 'payment_method', 'currency', 'total_cents'])
      .select(['billing', 'tax', 'ein', 'vat_number', 'po_number', 'placed_at', 'due_at', 'paid_at'])
      .select(['tax_cents', 'agreed_terms', 'is_consumer'])
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
    const evidence = await listEvidence(
      db,
      orders.map(({ id }) => id),
    )
    const ordersWithItems = orders.map(order => ({
      ...order,
      place_evidence: evidence.get(order.id) ?? [],
      items: items.filter(({ order_id }) => order_id === order.id),
    }))
    const project_changes = await db
      .selectFrom('project_changes as c')
      .innerJoin('project_details as p', 'p.id', 'c.project_id')
      .where('c.user_id', '=', user_id)
      .orderBy('c.id')
      .select(['c.order_item_id', 'c.kind', 'c.changed_at', 'p.client_name', 'p.project_name'])
      .execute()
    const credit_notes = await db
      .selectFrom('credit_notes as n')
      .innerJoin('orders as o', 'o.id', 'n.order_id')
      .where('o.user_id', '=', user_id)
      .orderBy('n.id')
      .select(['n.order_id', 'n.number', 'n.total_cents', 'n.refunded_to', 'n.created_at'])
      .execute()
    const billing_corrections = await db
      .selectFrom('billing_corrections as c')
      .innerJoin('orders as o', 'o.id', 'c.order_id')
      .where('o.user_id', '=', user_id)
      .orderBy('c.id')
      .select(['c.order_id', 'c.number', 'c.billing', 'c.vat_number', 'c.previous_billing', 'c.previous_vat_number'])
      .select(['c.reason', 'c.corrected_at'])
      .execute()
    const documents = await db
      .selectFrom('documents as d')
      .innerJoin('orders as o', 'o.id', 'd.order_id')
      .where('o.user_id', '=', user_id)
      .where('d.removed_at', 'is', null)
      .orderBy('d.id')
      .select(['d.order_id', 'd.kind', 'd.subject', 'd.version', 'd.sha256', 'd.xml_sha256', 'd.issued_at'])
      .execute()
    const license_terms_acceptances = await db
      .selectFrom('order_acceptances')
      .where('user_id', '=', user_id)
      .orderBy('id')
      .select(['order_id', 'text_id', 'text_sha256', 'accepted_at'])
      .execute()
    const delivery_consents = await db
      .selectFrom('delivery_consents')
      .where('user_id', '=', user_id)
      .orderBy('order_id')
      .select(['order_id', 'text_id', 'text_sha256', 'shown_text', 'consented_at'])
      .execute()
    const withdrawals = await db
      .selectFrom('order_withdrawals')
      .where('user_id', '=', user_id)
      .orderBy('order_id')
      .orderBy('id')
      .select(['order_id', 'order_item_ids', 'withdrawn_at'])
      .execute()
    const order_mails = await db
      .selectFrom('order_mails as m')
      .innerJoin('orders as o', 'o.id', 'm.order_id')
      .where('o.user_id', '=', user_id)
      .orderBy('m.order_id')
      .orderBy('m.claimed_at')
      .select(['m.order_id', 'm.kind', 'm.sent_at'])
      .execute()
    return {
      orders: ordersWithItems,
      project_changes,
      credit_notes,
      billing_corrections,
      documents,
      license_terms_acceptances,
      delivery_consents,
      withdrawals,
      order_mails,
    }
  },
  // Nothing: see above.
  forget: async () => {},
}
