/** An unpaid invoice or a quote as the checkout shows it: like a read-only cart. */
import type { Cart, CartBilling } from '#cart/contract.ts'
import { priceCart } from '#cart/pricing.server.ts'
import { needsEin, toCart, toCartLines, type CartLine } from '#cart/show.server.ts'
import { loadClipsForSale } from '#catalog/clips.server.ts'
import type { SoldRate } from '#licensing/rate.ts'
import type { OrgType } from '#licensing/terms.ts'
import { isOwed } from '#orders/due.ts'
import { describeLicense } from '#orders/license-sentence.ts'
import { getOrderTerms } from '#orders/license-terms.server.ts'
import type { OrderBilling, OrderTax, SoldClipSnapshot } from '#orders/order-snapshot.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { toMoney } from '#platform/money.ts'
import { findPayable } from '#quotes/payable.server.ts'
import { isQuoteNumber } from '#quotes/quotes.server.ts'

import type { Invoice } from './contract.ts'
import { loadExistingOrder, type ExistingOrder } from './existing-order.server.ts'
import { findPendingOrderIdOfCart } from './pending-order.server.ts'
import { requirePurchasing } from './ready-cart.server.ts'

/**
 * Throws 403 for users who cannot buy, 404 for another workspace’s number or one with nothing left to pay, 409 or 410
 * for a quote that has ended.
 */
export const loadInvoice = async (db: Db, actor: Member, number: string, now: Date): Promise<Invoice> => {
  requirePurchasing(actor)
  if (await isQuoteNumber(db, number)) return loadQuoteInvoice(db, actor, number, now)
  const order = await loadExistingOrder(db, actor.workspace_id, number)
  if (!isOwed(order.state)) throw refuse.missing('unpaid order')
  return {
    ...(await toInvoiceCart(db, order)),
    kind: 'invoice',
    invoice_number: number,
    order_id: order.id,
    order_state: order.state,
    expires_at: order.due_at?.toISOString() ?? null,
    note: null,
    terms_version: (await getOrderTerms(db, order.id)).text_id,
  }
}

const loadQuoteInvoice = async (db: Db, actor: Member, number: string, now: Date): Promise<Invoice> => {
  const handle = { number, workspace_id: actor.workspace_id }
  const { quote, cart, payment: paying } = await findPayable(db, actor, handle, { by_card: false, now })
  return {
    ...toCart(await priceCart(db, cart, now, paying), true),
    // The cart’s own hash must not be exposed here.
    hash: null,
    kind: 'quote',
    invoice_number: number,
    order_id: (await findPendingOrderIdOfCart(db, actor, cart)) ?? null,
    order_state: null,
    expires_at: quote.expires_at.toISOString(),
    note: quote.note || null,
    terms_version: null,
  }
}

const toInvoiceCart = async (db: Db, order: ExistingOrder): Promise<Cart> => {
  const tax = order.tax as OrderTax
  const lines = await loadInvoiceLines(db, order.id)
  return {
    hash: null,
    state: 'open',
    sub_total: toMoney(order.sub_total_cents),
    non_profit_discount: toMoney(order.non_profit_discount_cents),
    has_non_profit_licenses: lines.some(needsEin),
    ein: order.ein,
    discount_total: toMoney(order.discount_cents),
    discount: null,
    discount_code: order.discount_code,
    upgrade_credit: toMoney(order.upgrade_credit_cents),
    vat_number: order.vat_number,
    vat_total: toMoney(order.tax_cents),
    vat_information: { can_accept_vat_number: false, is_vat_charged: tax.kind === 'vat' },
    tax: { rate: tax.rate, kind: tax.kind, jurisdiction: tax.jurisdiction, amount: toMoney(order.tax_cents) },
    total: toMoney(order.total_cents),
    ...toCartLines(lines),
    contact_details: null,
    billing_information: await loadBilling(db, order.billing as OrderBilling),
    processing_fee: order.processing_fee_cents > 0 ? toMoney(order.processing_fee_cents) : null,
    notices: [],
    can_purchase: true,
    price_version_id: order.price_version_id,
    fingerprint: order.fingerprint,
  }
}

/** Prices are those of the sale. Clips look as they do now, and files are as sold. */
const loadInvoiceLines = async (db: Db, order_id: number): Promise<CartLine[]> => {
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
  const clips = await loadClipsForSale(
    db,
    items.map(item => item.clip_id),
  )
  return items.flatMap(
    ({ id, clip_id, format_id, org_type, end_client_size, distribution_ids, price_cents, ...item }) => {
      const clip = clips.get(clip_id)
      if (!clip) return []
      const { name, width, height, codec, releases } = item.clip_snapshot as SoldClipSnapshot
      return {
        id,
        clip: { ...clip, name, releases },
        format: { id: format_id, priority: 0, width, height, codec, size_bytes: 0 },
        choice: { org_type, end_client_size, distribution_ids },
        price: { list_cents: price_cents, cents: price_cents, nonprofit_discount_cents: 0, lines: [] },
        rate: item.rate as SoldRate | null,
        upgrade: toUpgrade(item),
      }
    },
  )
}

type UpgradeColumns = {
  upgrade_credit_cents: number
  upgraded_order: string | null
  upgraded_license_id: number | null
  upgraded_org_type: OrgType | null
  upgraded_size: number | null
  upgraded_ids: number[] | null
  upgraded_rate: unknown
}

const toUpgrade = (line: UpgradeColumns): CartLine['upgrade'] => {
  const { upgraded_order: order, upgraded_license_id: license_id, upgraded_org_type: org_type } = line
  const { upgraded_size: end_client_size, upgraded_ids: distribution_ids, upgrade_credit_cents: credit_cents } = line
  if (order === null || license_id === null || org_type === null || end_client_size === null || !distribution_ids)
    return null
  const rate = line.upgraded_rate as SoldRate | null
  return {
    order,
    license_id,
    credit_cents,
    sentence: describeLicense({ org_type, end_client_size, distribution_ids, rate }),
  }
}

/** An order stores only names, so the country’s id is looked up. */
const loadBilling = async (db: Db, { country, region, ...billing }: OrderBilling): Promise<CartBilling | null> => {
  const countryRow = await db
    .selectFrom('countries')
    .where('name', '=', country)
    .select(['id', 'code', 'name'])
    .executeTakeFirst()
  if (!countryRow) return null
  const regionRow = await db
    .selectFrom('country_regions')
    .where('country_id', '=', countryRow.id)
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
    country: countryRow,
    country_region: regionRow ?? null,
  }
}
