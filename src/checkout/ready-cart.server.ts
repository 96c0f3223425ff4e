/** Checks a cart before payment, and drafts the order that it becomes. */
import { EIN_REQUIRED_TEXT } from '#cart/cart-texts.ts'
import type { CartRow } from '#cart/carts.server.ts'
import { toCouponLine } from '#cart/coupon.server.ts'
import { getLineRefusal, priceCart, type PaymentOptions, type PricedCart } from '#cart/pricing.server.ts'
import { needsEin } from '#cart/show.server.ts'
import { reserveCoupon, nothingChargedText } from '#coupons/coupons.server.ts'
import { toSoldRate } from '#licensing/rate.ts'
import { formatOf } from '#licensing/terms.ts'
import { isConsumer } from '#orders/consumer.ts'
import { draftOrder, type OrderDraft, type PaymentType } from '#orders/draft.server.ts'
import type { AcceptedTerms } from '#orders/license-terms.server.ts'
import type { OrderTax, SoldTax } from '#orders/order-snapshot.ts'
import type { Member } from '#platform/actor.ts'
import { toDay } from '#platform/day.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse, type Refusal } from '#platform/http/refusal.ts'
import { loadOfferNote } from '#quotes/quotes.server.ts'
import { reserveRates } from '#rates/rates.server.ts'
import { loadLocalTax } from '#tax/exchange-rates.server.ts'
import { requireSoldTo } from '#workspaces/countries.server.ts'
import { abilitiesOf, PURCHASING_REFUSAL } from '#workspaces/policy.ts'

import { findPendingOrderIdOfCart } from './pending-order.server.ts'
import { lockUpgradedLicenses } from './upgraded-licenses.server.ts'

export type ReadyCart = PricedCart & {
  billing: NonNullable<PricedCart['billing']>
  tax: NonNullable<PricedCart['tax']>
}

/** Throws 403 with a sentence that says whom to ask. */
export const requirePurchasing = ({ workspace_role, platform_roles }: Member) => {
  if (!abilitiesOf(workspace_role, platform_roles).can_purchase) throw refuse(403, PURCHASING_REFUSAL)
}

export const CHANGED_CART_TEXT =
  'Your cart changed since you saw it. Please look it over once more; nothing has been charged.'

/**
 * For an outdated tab: returns a refusal that names the order of the user’s last cart. Returns undefined when that
 * cart was not ordered, or is not the one of `cart_hash`.
 */
export const findAlreadyBoughtRefusal = async (
  trx: Trx,
  { user_id, workspace_id }: Member,
  cart_hash?: string,
): Promise<Refusal | undefined> => {
  const lastCart = await trx
    .selectFrom('carts as c')
    .leftJoin('orders as o', 'o.cart_id', 'c.id')
    .where('c.kind', '=', 'own')
    .where('c.user_id', '=', user_id)
    .where('c.workspace_id', '=', workspace_id)
    .orderBy('c.id', 'desc')
    // A failed payment leaves an order without a number.
    .orderBy(eb => eb('o.universal_invoice_number', 'is', null))
    .select(['c.hash', 'c.state', 'o.universal_invoice_number as invoice_number'])
    .executeTakeFirst()
  if (lastCart?.state !== 'ordered' || lastCart.invoice_number === null) return undefined
  if (cart_hash !== undefined && cart_hash !== lastCart.hash) return undefined
  const { invoice_number } = lastCart
  return refuse(409, `You have bought this cart already, as order ${invoice_number}. Nothing more was charged.`, {
    invoice_number,
  })
}

/**
 * Prices a locked cart. `seen` is the fingerprint of what the buyer saw. Throws 409 when the cart is being paid or has
 * changed, 422 when something is missing.
 */
export const prepareCart = async (
  trx: Trx,
  actor: Member,
  cart: CartRow | undefined,
  { seen, now }: { seen: string | undefined; now: Date },
  paying?: PaymentOptions,
): Promise<ReadyCart> => {
  if (!cart) throw (await findAlreadyBoughtRefusal(trx, actor)) ?? refuse(422, 'Your cart is empty.')
  if (cart.state === 'paying')
    throw refuse(409, 'A payment for this cart is under way already. Please wait until it has ended.', {
      order_id: await findPendingOrderIdOfCart(trx, actor, cart),
    })
  if (cart.state !== 'open')
    throw (await findAlreadyBoughtRefusal(trx, actor)) ?? refuse(409, 'This cart has been ordered already.')

  const pricedCart = await priceCart(trx, cart, now, paying)
  const { lines, coupon, billing, tax, fingerprint, notices } = pricedCart
  // Clients that sent no fingerprint are checked too, so that no one pays more than they were quoted.
  if (coupon?.refusal && seen !== fingerprint) throw refuse(409, nothingChargedText(coupon.refusal))
  const lossNotice = notices.find(({ kind }) => kind === 'rate' || kind === 'upgrade')
  if (lossNotice && seen !== fingerprint) throw refuse(409, nothingChargedText(lossNotice.text))
  const refusal = lines.map(getLineRefusal).find(text => text !== null)
  if (refusal) throw refuse(422, refusal)
  if (seen !== undefined && seen !== fingerprint) throw refuse(409, CHANGED_CART_TEXT)
  if (lines.length === 0) throw refuse(422, 'Your cart is empty.')
  if (!billing || !tax) throw refuse(422, 'Billing information is required')
  await requireSoldTo(trx, billing.country)
  if (lines.some(needsEin) && !cart.ein) throw refuse.fields({ ein: [EIN_REQUIRED_TEXT] })
  return { ...pricedCart, billing, tax }
}

type DraftOptions = { payment_type: PaymentType; po_number: string | null; terms: AcceptedTerms; now: Date }

/**
 * Drafts the order of a cart, and reserves its upgrades, rates and coupon. Returns the order’s id. Throws 409 when
 * another order took the last use of one, or upgrades the same license.
 */
export const draftCartOrder = async (
  trx: Trx,
  readyCart: ReadyCart,
  actor: Member,
  options: DraftOptions,
): Promise<number> => {
  const { cart, coupon, lines, discount_cents } = readyCart
  await lockUpgradedLicenses(trx, readyCart, options.now)
  const agreed_terms = cart.kind === 'own' ? '' : await loadOfferNote(trx, cart.id)
  const order_id = await draftOrder(
    trx,
    toOrderDraft(readyCart, actor, { ...options, agreed_terms }, await loadSoldTax(trx, readyCart, options)),
  )
  await reserveRates(
    trx,
    lines.flatMap(({ rate }) => rate ?? []),
    options.now,
  )
  if (coupon && discount_cents > 0) {
    const { workspace_id, user_id } = actor
    const couponUse = { coupon_id: coupon.id, workspace_id, user_id, cart_id: cart.id, order_id, discount_cents }
    await reserveCoupon(trx, couponUse, lines.map(toCouponLine), options.now)
  }
  return order_id
}

/** Returns where the order is taxed and why, with the tax in the currency that the place asks for. */
const loadSoldTax = async (trx: Trx, { tax }: ReadyCart, { now }: DraftOptions): Promise<SoldTax> => {
  const { reason, note, place, place_name, scheme, seller_number, currency, tax_cents } = tax
  const local = currency && (await loadLocalTax(trx, tax_cents, currency, toDay(now)))
  return { reason, note, place, place_name, scheme, seller_number, currency, local: local || null }
}

/** Builds the draft with everything stored as sold. */
const toOrderDraft = (
  { cart, lines, parts, coupon, billing, tax, ...priced }: ReadyCart,
  { workspace_id, user_id }: Member,
  { payment_type, po_number, agreed_terms, terms, now }: DraftOptions & { agreed_terms: string },
  sold: SoldTax,
): OrderDraft => ({
  workspace_id,
  user_id,
  cart_id: cart.id,
  payment_type,
  price_version_id: priced.price_version_id,
  lines: lines.map((line, index) => ({
    ...toDraftLine(line),
    ...(parts[index] ?? { discount_cents: 0, tax_cents: 0 }),
  })),
  sub_total_cents: priced.sub_total_cents,
  non_profit_discount_cents: priced.non_profit_discount_cents,
  discount_cents: priced.discount_cents,
  discount_code: coupon && priced.discount_cents > 0 ? coupon.code : null,
  processing_fee_cents: priced.processing_fee_cents,
  tax_cents: tax.tax_cents,
  total_cents: priced.total_cents,
  tax: { ...toOrderTax(tax), sold },
  billing: {
    company: billing.company,
    contact: billing.billing_contact
      ? `${billing.billing_contact.first_name} ${billing.billing_contact.last_name}`.trim() ||
        billing.billing_contact.email
      : `${billing.first_name} ${billing.last_name}`.trim(),
    address: billing.address,
    address2: billing.address2,
    city: billing.city,
    postal_code: billing.postal_code,
    region: billing.region,
    country: billing.country.name,
  },
  ein: cart.ein,
  vat_number: tax.vat?.number ?? null,
  po_number,
  agreed_terms,
  is_consumer: isConsumer({
    company: billing.company,
    country_code: billing.country.code,
    has_vat_number: tax.vat !== null,
  }),
  terms,
  now,
})

const toOrderTax = ({ rate, base_cents, tax_cents, jurisdiction, kind, evidence }: ReadyCart['tax']): OrderTax => ({
  rate,
  base_cents,
  tax_cents,
  jurisdiction,
  kind,
  evidence,
})

const toDraftLine = ({ clip, format, choice, price, rate, upgrade }: ReadyCart['lines'][number]) => ({
  ...choice,
  rate: rate && toSoldRate(rate),
  upgrade,
  clip_id: clip.id,
  format_id: format.id,
  price_cents: price.list_cents,
  clip_snapshot: {
    name: clip.name,
    slug: clip.slug,
    filmmaker: clip.filmmaker.name,
    format: formatOf(format.id).name,
    width: format.width,
    height: format.height,
    codec: format.codec,
    category: clip.category.name,
    subcategory: clip.subcategory?.name ?? null,
  },
})
