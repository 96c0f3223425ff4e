/** An order on account as the checkout shows it: like a cart that nobody can change any more. */
import type { Cart, CartBilling } from '#cart/contract.ts'
import { pricedCart } from '#cart/pricing.server.ts'
import { needsEin, shownCart, shownLines, type ShownLine } from '#cart/show.server.ts'
import { clipsForSale } from '#catalog/clips.server.ts'
import type { OrgType } from '#licensing/terms.ts'
import { isOwed } from '#orders/due.ts'
import { licenseSentence } from '#orders/license-sentence.ts'
import type { OrderBilling, OrderTax, SoldAs } from '#orders/sold.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { money } from '#platform/money.ts'
import { refuse } from '#platform/refusal.ts'
import { quote_number_shape } from '#quotes/contract.ts'
import { findPayable } from '#quotes/payable.server.ts'
import type { SoldRate } from '#rates/rate.ts'

import type { Invoice } from './contract.ts'
import { pendingOrderOf } from './pending.server.ts'
import { needPurchasing } from './ready-cart.server.ts'
import { standingOrder, type StandingOrder } from './standing-order.server.ts'

/** Throws 403 for those who do not buy, 404 for what is not the workspace's or has nothing left to pay, 409 or 410 for a quote that has ended. */
export const invoiceOf = async (db: Db, actor: Member, number: string, now: Date): Promise<Invoice> => {
  needPurchasing(actor)
  if (quote_number_shape.test(number)) return quoteAsInvoice(db, actor, number, now)
  const order = await standingOrder(db, actor.workspace_id, number)
  if (!isOwed(order.state)) throw refuse.missing('unpaid order')
  return {
    ...(await asCart(db, order)),
    kind: 'invoice',
    invoice_number: number,
    order_id: order.id,
    order_state: order.state,
    expires_at: order.due_at?.toISOString() ?? null,
    note: null,
  }
}

const quoteAsInvoice = async (db: Db, actor: Member, number: string, now: Date): Promise<Invoice> => {
  const handle = { number, workspace_id: actor.workspace_id }
  const { quote, cart, paying } = await findPayable(db, actor, handle, { by_card: false, now })
  return {
    ...shownCart(await pricedCart(db, cart, now, paying), true),
    // Its own key opens nothing, and stays here.
    hash: null,
    kind: 'quote',
    invoice_number: number,
    order_id: (await pendingOrderOf(db, actor, cart)) ?? null,
    order_state: null,
    expires_at: quote.expires_at.toISOString(),
    note: quote.note || null,
  }
}

const asCart = async (db: Db, order: StandingOrder): Promise<Cart> => {
  const tax = order.tax as OrderTax
  const lines = await linesOf(db, order.id)
  return {
    hash: null,
    state: 'open',
    sub_total: money(order.sub_total_cents),
    non_profit_discount: money(order.non_profit_discount_cents),
    has_non_profit_licenses: lines.some(needsEin),
    ein: order.ein,
    discount_total: money(order.discount_cents),
    discount: null,
    discount_code: order.discount_code,
    upgrade_credit: money(order.upgrade_credit_cents),
    vat_number: order.vat_number,
    vat_total: money(order.tax_cents),
    vat_information: { can_accept_vat_number: false, is_vat_charged: tax.kind === 'vat' },
    tax: { rate: tax.rate, kind: tax.kind, jurisdiction: tax.jurisdiction, amount: money(order.tax_cents) },
    total: money(order.total_cents),
    ...shownLines(lines),
    contact_details: null,
    billing_information: await billingOf(db, order.billing as OrderBilling),
    processing_fee: order.processing_fee_cents > 0 ? money(order.processing_fee_cents) : null,
    notices: [],
    can_purchase: true,
    price_version_id: order.price_version_id,
    fingerprint: order.fingerprint,
  }
}

/** At the price of the sale; clips look as they do now, their files as they were sold. */
const linesOf = async (db: Db, order_id: number): Promise<ShownLine[]> => {
  const items = await db
    .selectFrom('order_items as i')
    .leftJoin('order_items as u', 'u.id', 'i.upgrades_item_id')
    .leftJoin('orders as e', 'e.id', 'u.order_id')
    .leftJoin('licenses as l', 'l.order_item_id', 'u.id')
    .where('i.order_id', '=', order_id)
    .orderBy('i.id')
    .selectAll('i')
    .select(['e.universal_invoice_number as upgraded_order', 'l.id as upgraded_license_id'])
    .select(['u.org_type as upgraded_org_type', 'u.end_client_size as upgraded_size'])
    .select(['u.distribution_ids as upgraded_ids', 'u.rate as upgraded_rate'])
    .$narrowType<{ org_type: OrgType; upgraded_org_type: OrgType | null }>()
    .execute()
  const clips = await clipsForSale(
    db,
    items.map(item => item.clip_id),
  )
  return items.flatMap(
    ({ id, clip_id, format_id, org_type, end_client_size, distribution_ids, price_cents, ...item }) => {
      const clip = clips.get(clip_id)
      if (!clip) return []
      const { name, width, height, codec } = item.sold_as as SoldAs
      return {
        id,
        clip: { ...clip, name },
        format: { id: format_id, priority: 0, width, height, codec, size_bytes: 0 },
        choice: { org_type, end_client_size, distribution_ids },
        price: { list_cents: price_cents, cents: price_cents, nonprofit_discount_cents: 0, lines: [] },
        rate: item.rate as SoldRate | null,
        upgrade: upgradeOf(item),
      }
    },
  )
}

type Upgrading = {
  upgrade_credit_cents: number
  upgraded_order: string | null
  upgraded_license_id: number | null
  upgraded_org_type: OrgType | null
  upgraded_size: number | null
  upgraded_ids: number[] | null
  upgraded_rate: unknown
}

const upgradeOf = (line: Upgrading): ShownLine['upgrade'] => {
  const { upgraded_order: order, upgraded_license_id: license_id, upgraded_org_type: org_type } = line
  const { upgraded_size: end_client_size, upgraded_ids: distribution_ids, upgrade_credit_cents: credit_cents } = line
  if (order === null || license_id === null || org_type === null || end_client_size === null || !distribution_ids)
    return null
  const rate = line.upgraded_rate as SoldRate | null
  return {
    order,
    license_id,
    credit_cents,
    sentence: licenseSentence({ org_type, end_client_size, distribution_ids, rate }),
  }
}

/** An order keeps names alone; the country's number is looked up for whoever has to know where it is. */
const billingOf = async (db: Db, { country, region, ...billing }: OrderBilling): Promise<CartBilling | null> => {
  const place = await db
    .selectFrom('countries')
    .where('name', '=', country)
    .select(['id', 'code', 'name'])
    .executeTakeFirst()
  if (!place) return null
  const part = await db
    .selectFrom('country_regions')
    .where('country_id', '=', place.id)
    .where('name', '=', region)
    .select(['id', 'code', 'name'])
    .executeTakeFirst()
  const { company, address, address2, city, postal_code } = billing
  return {
    company,
    billing_contact: null,
    first_name: '',
    last_name: '',
    email: '',
    address,
    address2,
    city,
    postal_code,
    region,
    country: place,
    country_region: part ?? null,
  }
}
