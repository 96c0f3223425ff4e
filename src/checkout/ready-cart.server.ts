/** What has to be true of a cart before anybody pays for it, and the order that it becomes. */
import { ein_refusal } from '#cart/cart-texts.ts'
import type { CartRow } from '#cart/carts.server.ts'
import { couponLine } from '#cart/coupon.server.ts'
import { pricedCart, type Paying, type PricedCart } from '#cart/pricing.server.ts'
import { needsEin } from '#cart/show.server.ts'
import { holdCoupon, nothingCharged } from '#coupons/coupons.server.ts'
import { formatOf } from '#licensing/terms.ts'
import { draftOrder, type OrderDraft, type PaymentType } from '#orders/draft.server.ts'
import type { OrderTax } from '#orders/sold.ts'
import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import { refuse, type Refusal } from '#platform/refusal.ts'
import { soldRate } from '#rates/rate.ts'
import { holdRates } from '#rates/rates.server.ts'
import { abilitiesOf, purchasing_refusal } from '#workspaces/policy.ts'

import { pendingOrderOf } from './pending.server.ts'
import { holdUpgraded } from './upgraded.server.ts'

export type ReadyCart = PricedCart & {
  billing: NonNullable<PricedCart['billing']>
  tax: NonNullable<PricedCart['tax']>
}

/** Throws 403 with the sentence that says whom to ask. */
export const needPurchasing = ({ workspace_role, platform_roles }: Member) => {
  if (!abilitiesOf(workspace_role, platform_roles).can_purchase) throw refuse(403, purchasing_refusal)
}

export const changed_refusal =
  'Your cart changed since you saw it. Please look it over once more; nothing has been charged.'

/** For a tab that comes too late: which order this person's last cart has become. undefined where it has become none, or is not the one of `cart_hash`. */
export const boughtAlready = async (
  trx: Trx,
  { user_id, workspace_id }: Member,
  cart_hash?: string,
): Promise<Refusal | undefined> => {
  const last = await trx
    .selectFrom('carts as c')
    .leftJoin('orders as o', 'o.cart_id', 'c.id')
    .where('c.kind', '=', 'own')
    .where('c.user_id', '=', user_id)
    .where('c.workspace_id', '=', workspace_id)
    .orderBy('c.id', 'desc')
    // A payment that failed leaves an order without a number.
    .orderBy(eb => eb('o.universal_invoice_number', 'is', null))
    .select(['c.hash', 'c.state', 'o.universal_invoice_number as invoice_number'])
    .executeTakeFirst()
  if (last?.state !== 'ordered' || last.invoice_number === null) return undefined
  if (cart_hash !== undefined && cart_hash !== last.hash) return undefined
  const { invoice_number } = last
  return refuse(409, `You have bought this cart already, as order ${invoice_number}. Nothing more was charged.`, {
    invoice_number,
  })
}

/**
 * Prices a locked cart as of now. `seen` is the fingerprint of what the buyer looked at. Throws 409 when the cart is being
 * paid or changed meanwhile, 422 when something is missing.
 */
export const readyCart = async (
  trx: Trx,
  actor: Member,
  cart: CartRow | undefined,
  { seen, now }: { seen: string | undefined; now: Date },
  paying?: Paying,
): Promise<ReadyCart> => {
  if (!cart) throw (await boughtAlready(trx, actor)) ?? refuse(422, 'Your cart is empty.')
  if (cart.state === 'paying')
    throw refuse(409, 'A payment for this cart is under way already. Please wait until it has ended.', {
      order_id: await pendingOrderOf(trx, actor, cart),
    })
  if (cart.state !== 'open')
    throw (await boughtAlready(trx, actor)) ?? refuse(409, 'This cart has been ordered already.')

  const priced = await pricedCart(trx, cart, now, paying)
  const { lines, coupon, billing, tax, fingerprint, notices } = priced
  // Whoever did not say what they saw is told, too: nobody pays more than they were promised.
  if (coupon?.refusal && seen !== fingerprint) throw refuse(409, nothingCharged(coupon.refusal))
  const lost = notices.find(({ kind }) => kind === 'rate' || kind === 'upgrade')
  if (lost && seen !== fingerprint) throw refuse(409, nothingCharged(lost.text))
  if (seen !== undefined && seen !== fingerprint) throw refuse(409, changed_refusal)
  if (lines.length === 0) throw refuse(422, 'Your cart is empty.')
  if (!billing || !tax) throw refuse(422, 'Billing information is required')
  if (lines.some(needsEin) && !cart.ein) throw refuse.fields({ ein: [ein_refusal] })
  return { ...priced, billing, tax }
}

type Buying = { payment_type: PaymentType; po_number: string | null; now: Date }

/**
 * Drafts the order that this cart becomes, and holds what it upgrades, its rates and its coupon. Answers its id. Throws 409 when
 * somebody else took the last of one, or upgrades the same license.
 */
export const draftFrom = async (trx: Trx, ready: ReadyCart, actor: Member, buying: Buying): Promise<number> => {
  const { cart, coupon, lines, discount_cents } = ready
  await holdUpgraded(trx, ready, buying.now)
  const order_id = await draftOrder(trx, orderFrom(ready, actor, buying))
  await holdRates(
    trx,
    lines.flatMap(({ rate }) => rate ?? []),
    buying.now,
  )
  if (coupon && discount_cents > 0) {
    const { workspace_id, user_id } = actor
    const use = { coupon_id: coupon.id, workspace_id, user_id, cart_id: cart.id, order_id, discount_cents }
    await holdCoupon(trx, use, lines.map(couponLine), buying.now)
  }
  return order_id
}

/** With everything kept as it is sold. */
const orderFrom = (
  { cart, lines, parts, coupon, billing, tax, ...priced }: ReadyCart,
  { workspace_id, user_id }: Member,
  { payment_type, po_number, now }: Buying,
): OrderDraft => ({
  workspace_id,
  user_id,
  cart_id: cart.id,
  payment_type,
  price_version_id: priced.price_version_id,
  lines: lines.map((line, place) => ({ ...lineFrom(line), ...(parts[place] ?? { discount_cents: 0, tax_cents: 0 }) })),
  sub_total_cents: priced.sub_total_cents,
  non_profit_discount_cents: priced.non_profit_discount_cents,
  discount_cents: priced.discount_cents,
  discount_code: coupon && priced.discount_cents > 0 ? coupon.code : null,
  processing_fee_cents: priced.processing_fee_cents,
  tax_cents: tax.tax_cents,
  total_cents: priced.total_cents,
  tax: taxSold(tax),
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
  now,
})

const taxSold = ({ rate, base_cents, tax_cents, jurisdiction, kind, evidence }: ReadyCart['tax']): OrderTax => ({
  rate,
  base_cents,
  tax_cents,
  jurisdiction,
  kind,
  evidence,
})

const lineFrom = ({ clip, format, choice, price, rate, upgrade }: ReadyCart['lines'][number]) => ({
  ...choice,
  rate: rate && soldRate(rate),
  upgrade,
  clip_id: clip.id,
  format_id: format.id,
  price_cents: price.list_cents,
  sold_as: {
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
