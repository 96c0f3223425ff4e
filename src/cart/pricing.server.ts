/** Prices a cart now, and finds what changed since it was filled. */

import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'

import { loadClipsForSale, isForSale, type ClipForSale } from '#catalog/clips.server.ts'
import { normalizeChoice, type LicenseChoice } from '#licensing/choice.ts'
import { EDITORIAL_LABEL, getClosedRefusal, isEditorialOnly } from '#licensing/closed-uses.ts'
import { DURATION_FACT } from '#licensing/duration-texts.ts'
import type { Price } from '#licensing/price.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import { toUseGrants } from '#licensing/rate.ts'
import { formatOf, type OrgType } from '#licensing/terms.ts'
import { calculateUpgradeDiscounts } from '#licensing/upgrade.ts'
import type { Db } from '#platform/db/database.server.ts'
import { sha256 } from '#platform/ids.server.ts'
import { formatCents } from '#platform/money.ts'
import { loadCartRates, type Rate } from '#rates/rates.server.ts'
import type { Tax } from '#tax/tax-rule.ts'
import { getTaxRule } from '#tax/tax.server.ts'

import { toCartBilling, selectBilling } from './billing.server.ts'
import { limitCardFee } from './card-fee.ts'
import type { CartItemRow } from './cart-item.ts'
import { vatOf, type CartRow } from './carts.server.ts'
import type { CartBilling, CartNotice } from './contract.ts'
import { getCartCoupon, toCouponLine, type CartCoupon } from './coupon.server.ts'
import { createItemTerms, type GetItemTerms } from './rate-lines.server.ts'
import { calculateTotals, type LineParts } from './totals.ts'
import { loadCartUpgrades, type ItemUpgrade, type LineUpgrade } from './upgrades.server.ts'

export type PricedLine = {
  id: number
  clip: ClipForSale
  format: ClipForSale['formats'][number]
  choice: LicenseChoice
  price: Price
  /** The list price, if another price was agreed on. */
  table_cents?: number
  /** The preferred rate that sets the price. */
  rate: Rate | null
  /** The license that this line replaces. */
  upgrade: LineUpgrade | null
}

/** Payment options for a cart that somebody else prepared: the billing information, and the card processing fee. */
export type PaymentOptions = { billing?: CartBilling | null; fee_rate?: number }

export type PricedCart = {
  cart: CartRow
  lines: PricedLine[]
  notices: CartNotice[]
  price_version_id: number
  /** The lines' prices before the nonprofit discount. */
  sub_total_cents: number
  non_profit_discount_cents: number
  coupon: CartCoupon | null
  discount_cents: number
  /** The credit for the licenses that are upgraded. */
  upgrade_credit_cents: number
  processing_fee_cents: number
  billing: CartBilling | null
  /** null until the billing information has a country. */
  tax: Tax | null
  total_cents: number
  /** Each line's share of the discounts and the tax. */
  parts: LineParts[]
  /** Changes with everything that a buyer needs to know before paying. */
  fingerprint: string
}

/** Returns why the line cannot be paid: its clip's releases close a use. null when it can. */
export const getLineRefusal = ({ clip, choice, rate }: Pick<PricedLine, 'clip' | 'choice' | 'rate'>): string | null =>
  getClosedRefusal([clip], toUseGrants(choice, rate))

/** Prices a cart at current prices. Clips that are no longer for sale become notices. `loadedClips`: clips that were read already. */
export const priceCart = async (
  db: Db,
  cart: CartRow,
  now: Date,
  payment: PaymentOptions = {},
  loadedClips?: ReadonlyMap<number, ClipForSale>,
): Promise<PricedCart> => {
  const { items, billed: billingRow } = await db
    .selectNoFrom(eb => [
      jsonArrayFrom(selectItems(eb, cart.id)).as('items'),
      jsonObjectFrom(selectBilling(eb, cart)).as('billed'),
    ])
    .executeTakeFirstOrThrow()
  const clips = await loadClipsForSale(
    db,
    items.map(item => item.clip_id),
    loadedClips,
  )
  const { version_id, prices } = await getCurrentPrices(db, now)
  const rates = await loadCartRates(
    db,
    cart,
    items.flatMap(({ rate_id }) => rate_id ?? []),
  )
  const termsOf = createItemTerms(rates, prices, now)
  const upgradeOf = await loadCartUpgrades(db, cart, items, now)
  const results = items.map(item => priceItem(item, clips.get(item.clip_id), cart, termsOf, upgradeOf))
  const lines = results.flatMap(({ line }) => line ?? [])
  const coupon = await getCartCoupon(db, cart, lines.map(toCouponLine), now)
  const billing = payment.billing === undefined ? toCartBilling(billingRow) : payment.billing
  const rule = billing && (await getTaxRule(db, billing, vatOf(cart), now))
  const { base_cents, tax_cents, ...totals } = calculateTotals(
    lines.map(({ price, upgrade }, index) => ({
      ...price,
      ...calculateUpgradeDiscounts(price.cents, {
        coupon_cents: coupon?.taken_off[index] ?? 0,
        credit_cents: upgrade?.credit_cents ?? 0,
      }),
    })),
    rule?.rate ?? 0,
    rule && payment.fee_rate ? limitCardFee(rule, payment.fee_rate, now) : payment.fee_rate,
  )
  const tax = rule && { ...rule, base_cents, tax_cents }
  return {
    cart,
    lines,
    notices: [...mergeNotice(cart, items), ...results.flatMap(({ notice }) => notice ?? [])],
    price_version_id: version_id,
    ...totals,
    coupon,
    billing,
    tax,
    fingerprint: fingerprintOf([
      version_id,
      lines.map(({ id, clip, format, choice, price, rate, upgrade }) => [
        id,
        clip.id,
        format.id,
        choice,
        price.list_cents,
        price.cents,
        ...(rate ? [rate.id, rate.version] : []),
        ...(upgrade ? [upgrade.item_id, upgrade.credit_cents] : []),
        // The license says so.
        ...(isEditorialOnly(clip.releases) ? [EDITORIAL_LABEL] : []),
      ]),
      billing && [billing.country.id, billing.country_region?.id, billing.region],
      tax && [tax.kind, tax.rate, tax.tax_cents, tax.vat?.number],
      coupon && [coupon.id, coupon.refusal, totals.discount_cents],
      totals.total_cents,
    ]),
  }
}

/** The notice about clips of an earlier cart that a login merged. */
const mergeNotice = ({ merged_items_count }: CartRow, [first]: readonly CartItemRow[]): CartNotice[] => {
  if (merged_items_count === null || !first) return []
  const subject =
    merged_items_count === 1 ? '1 clip of your earlier cart is' : `${merged_items_count} clips of your earlier cart are`
  return [{ kind: 'merged', cart_item_id: first.id, text: `${subject} in this cart, too.` }]
}

const fingerprintOf = (values: unknown) => sha256(JSON.stringify(values)).slice(0, 32)

/** The price that the sales team agreed on; no discount applies to it. */
const agreedPrice = (cents: number): Price => ({
  cents,
  list_cents: cents,
  nonprofit_discount_cents: 0,
  lines: [{ label: 'Agreed price', cents }],
})

/** Returns the cart's items, oldest first. */
export const listItems = (db: Db, cart_id: number): Promise<CartItemRow[]> => selectItems(db, cart_id).execute()

const selectItems = (db: Pick<Db, 'selectFrom'>, cart_id: number) =>
  db
    .selectFrom('cart_items')
    .where('cart_id', '=', cart_id)
    .select([
      'id',
      'clip_id',
      'format_id',
      'org_type',
      'end_client_size',
      'distribution_ids',
      'seen_price_cents',
      'agreed_price_cents',
      'rate_id',
      'upgrades_item_id',
    ])
    .select(isForSale('cart_items.clip_id', 'cart_items.format_id').as('is_for_sale'))
    .$narrowType<{ org_type: OrgType }>()
    .orderBy('id')

const priceItem = (
  item: CartItemRow,
  clip: ClipForSale | undefined,
  { kind }: CartRow,
  termsOf: GetItemTerms,
  upgradeOf: (item: CartItemRow, line: Omit<PricedLine, 'upgrade'>) => ItemUpgrade,
): { line?: PricedLine; notice?: CartNotice } => {
  const consequence = kind === 'own' ? 'so it has left your cart' : 'so it is not part of this offer anymore'
  const toNotice = (kind: CartNotice['kind'], text: string) => ({ kind, cart_item_id: item.id, text })
  if (clip?.status !== 'published')
    return { notice: toNotice('withdrawn', `“${clip?.name ?? 'A clip'}” is no longer offered, ${consequence}.`) }
  const format = clip.formats.find(candidate => candidate.id === item.format_id)
  if (!item.is_for_sale || !format)
    return {
      notice: toNotice(
        'format',
        `“${clip.name}” is no longer offered in ${formatOf(item.format_id).name}, ${consequence}.`,
      ),
    }
  const { seen_price_cents, agreed_price_cents } = item
  if (agreed_price_cents !== null) {
    const [choice, price] = [normalizeChoice(item), agreedPrice(agreed_price_cents)]
    const line = { id: item.id, clip, format, choice, price, rate: null, upgrade: null }
    const closedText = getLineRefusal(line)
    return {
      line: { ...line, table_cents: seen_price_cents },
      ...(closedText && { notice: toNotice('closed', closedText) }),
    }
  }
  const terms = termsOf(item, clip.tier)
  if (!terms.price) return { notice: toNotice('withdrawn', `${terms.refusal}, so “${clip.name}” has left your cart.`) }
  const { choice, price, rate, refusal } = terms
  const pricedLine = { id: item.id, clip, format, choice, price, rate }
  const { upgrade, refusal: upgradeRefusal } = upgradeOf(item, pricedLine)
  const line = { ...pricedLine, upgrade }
  const closedText = getLineRefusal(line)
  if (closedText) return { line, notice: toNotice('closed', closedText) }
  if (refusal) {
    const text = `${refusal}. “${clip.name}” now has its own license, ${DURATION_FACT}, for ${formatCents(price.cents)}.`
    return { line, notice: toNotice('rate', text) }
  }
  if (upgradeRefusal) {
    const text = `${upgradeRefusal} “${clip.name}” is now in your cart at its full price, ${formatCents(price.cents)}.`
    return { line, notice: toNotice('upgrade', text) }
  }
  if (price.cents === seen_price_cents) return { line }
  const [oldPrice, newPrice] = [formatCents(seen_price_cents), formatCents(price.cents)]
  return {
    line,
    notice: toNotice(
      'price',
      `The price of “${clip.name}” changed since you added it: it was ${oldPrice} and is now ${newPrice}.`,
    ),
  }
}
