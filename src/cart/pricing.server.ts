/** What a cart costs right now, and what changed by itself since it was filled. */
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'

import { clipsForSale, isForSale, type ClipForSale } from '#catalog/clips.server.ts'
import { tidyChoice, type LicenseChoice } from '#licensing/choice.ts'
import type { Price } from '#licensing/price.ts'
import { currentPrices } from '#licensing/prices.server.ts'
import { formatOf, type OrgType } from '#licensing/terms.ts'
import { upgradeParts } from '#licensing/upgrade.ts'
import type { Db } from '#platform/database.server.ts'
import { sha256 } from '#platform/ids.server.ts'
import { formatCents } from '#platform/money.ts'
import { ratesForCart, type Rate } from '#rates/rates.server.ts'

import { billingOfRow, billingRow } from './billing.server.ts'
import { vatOf, type CartRow } from './carts.server.ts'
import type { CartBilling, CartNotice } from './contract.ts'
import { cartCouponOf, couponLine, type CartCoupon } from './coupon.server.ts'
import { termsUnderRates, type ItemTerms } from './rate-lines.server.ts'
import { taxRuleOf, type Tax } from './tax.server.ts'
import { totalsOf, type LineParts } from './totals.ts'
import { upgradesOfCart, type ItemUpgrade, type LineUpgrade } from './upgrades.server.ts'

export type PricedLine = {
  id: number
  clip: ClipForSale
  format: ClipForSale['formats'][number]
  choice: LicenseChoice
  price: Price
  /** What the table said when another price was agreed on. */
  table_cents?: number
  /** The preferred rate that it stands under. */
  rate: Rate | null
  /** The license that it takes the place of. */
  upgrade: LineUpgrade | null
}

/** What a payment brings to a cart that somebody else prepared: who is billed, and the fee for taking a card. */
export type Paying = { billing?: CartBilling | null; fee_rate?: number }

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
  /** What was paid for the licenses that are upgraded. */
  upgrade_credit_cents: number
  processing_fee_cents: number
  billing: CartBilling | null
  /** null until billing tells the place. */
  tax: Tax | null
  total_cents: number
  /** What of the discounts and of the tax falls on each line. */
  parts: LineParts[]
  /** Changes with anything that a buyer would want to know before paying. */
  fingerprint: string
}

/** Prices a cart with the version of now. Clips that left the shop are no lines, only notices. `known`: clips that were read already. */
export const pricedCart = async (
  db: Db,
  cart: CartRow,
  now: Date,
  paying: Paying = {},
  known?: ReadonlyMap<number, ClipForSale>,
): Promise<PricedCart> => {
  const { items, billed } = await db
    .selectNoFrom(eb => [
      jsonArrayFrom(itemRows(eb, cart.id)).as('items'),
      jsonObjectFrom(billingRow(eb, cart)).as('billed'),
    ])
    .executeTakeFirstOrThrow()
  const clips = await clipsForSale(
    db,
    items.map(item => item.clip_id),
    known,
  )
  const { version_id, prices } = await currentPrices(db, now)
  const rates = await ratesForCart(
    db,
    cart,
    items.flatMap(({ rate_id }) => rate_id ?? []),
  )
  const termsOf = termsUnderRates(rates, prices, now)
  const upgradeOf = await upgradesOfCart(db, cart, items, now)
  const looked = items.map(item => lookAt(item, clips.get(item.clip_id), cart, termsOf, upgradeOf))
  const lines = looked.flatMap(({ line }) => line ?? [])
  const coupon = await cartCouponOf(db, cart, lines.map(couponLine), now)
  const billing = paying.billing === undefined ? billingOfRow(billed) : paying.billing
  const rule = billing && (await taxRuleOf(billing, vatOf(cart)))
  const { base_cents, tax_cents, ...totals } = totalsOf(
    lines.map(({ price, upgrade }, place) => ({
      ...price,
      ...upgradeParts(price.cents, {
        coupon_cents: coupon?.taken_off[place] ?? 0,
        credit_cents: upgrade?.credit_cents ?? 0,
      }),
    })),
    rule?.rate ?? 0,
    // Where VAT is charged, the law lets nobody ask for more because of a card.
    rule?.takes_vat_number ? 0 : paying.fee_rate,
  )
  const tax = rule && { ...rule, base_cents, tax_cents }
  return {
    cart,
    lines,
    notices: [...mergeNotice(cart, items), ...looked.flatMap(({ notice }) => notice ?? [])],
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
      ]),
      billing && [billing.country.id, billing.country_region?.id, billing.region],
      tax && [tax.kind, tax.rate, tax.tax_cents, tax.vat?.number],
      coupon && [coupon.id, coupon.refusal, totals.discount_cents],
      totals.total_cents,
    ]),
  }
}

/** Whoever logged in learns what an earlier cart of theirs added. */
const mergeNotice = ({ older_items }: CartRow, [first]: readonly ItemRow[]): CartNotice[] => {
  if (older_items === null || !first) return []
  const what = older_items === 1 ? '1 clip of your earlier cart is' : `${older_items} clips of your earlier cart are`
  return [{ kind: 'merged', cart_item_id: first.id, text: `${what} in this cart, too.` }]
}

const fingerprintOf = (facts: unknown) => sha256(JSON.stringify(facts)).slice(0, 32)

/** Nothing more comes off it. */
const agreedPrice = (cents: number): Price => ({
  cents,
  list_cents: cents,
  nonprofit_discount_cents: 0,
  lines: [{ label: 'Agreed price', cents }],
})

export type ItemRow = LicenseChoice & {
  id: number
  clip_id: number
  format_id: number
  noted_price_cents: number
  /** What the sales team agreed on; null: the table's price. */
  agreed_cents: number | null
  /** The preferred rate that it was put under; the license is then the rate's as it was that day. */
  rate_id: number | null
  /** The order's line whose license it takes the place of. */
  upgrades_item_id: number | null
  is_for_sale: boolean
}

/** Oldest first. */
export const itemsOf = (db: Db, cart_id: number): Promise<ItemRow[]> => itemRows(db, cart_id).execute()

const itemRows = (db: Pick<Db, 'selectFrom'>, cart_id: number) =>
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
      'noted_price_cents',
      'agreed_cents',
      'rate_id',
      'upgrades_item_id',
    ])
    .select(isForSale('cart_items.clip_id', 'cart_items.format_id').as('is_for_sale'))
    .$narrowType<{ org_type: OrgType }>()
    .orderBy('id')

const lookAt = (
  item: ItemRow,
  clip: ClipForSale | undefined,
  { kind }: CartRow,
  termsOf: ItemTerms,
  upgradeOf: (item: ItemRow, line: Omit<PricedLine, 'upgrade'>) => ItemUpgrade,
): { line?: PricedLine; notice?: CartNotice } => {
  const gone = kind === 'own' ? 'so it has left your cart' : 'so it is not part of this offer anymore'
  const about = (kind: CartNotice['kind'], text: string) => ({ kind, cart_item_id: item.id, text })
  if (clip?.status !== 'published')
    return { notice: about('withdrawn', `“${clip?.name ?? 'A clip'}” is no longer offered, ${gone}.`) }
  const format = clip.formats.find(one => one.id === item.format_id)
  if (!item.is_for_sale || !format)
    return {
      notice: about('format', `“${clip.name}” is no longer offered in ${formatOf(item.format_id).name}, ${gone}.`),
    }
  const { noted_price_cents, agreed_cents } = item
  if (agreed_cents !== null) {
    const [choice, price] = [tidyChoice(item), agreedPrice(agreed_cents)]
    const line = { id: item.id, clip, format, choice, price, rate: null, upgrade: null }
    return { line: { ...line, table_cents: noted_price_cents } }
  }
  const terms = termsOf(item, clip.tier)
  if (!terms.price) return { notice: about('withdrawn', `${terms.refusal}, so “${clip.name}” has left your cart.`) }
  const { choice, price, rate, refusal } = terms
  const sold = { id: item.id, clip, format, choice, price, rate }
  const { upgrade, refusal: no_upgrade } = upgradeOf(item, sold)
  const line = { ...sold, upgrade }
  if (refusal) {
    const text = `${refusal}. “${clip.name}” now stands under a license of its own, worldwide and forever, for ${formatCents(price.cents)}.`
    return { line, notice: about('rate', text) }
  }
  if (no_upgrade) {
    const text = `${no_upgrade} “${clip.name}” now stands in your cart at its whole price, ${formatCents(price.cents)}.`
    return { line, notice: about('upgrade', text) }
  }
  if (price.cents === noted_price_cents) return { line }
  const [was, is] = [formatCents(noted_price_cents), formatCents(price.cents)]
  return {
    line,
    notice: about('price', `The price of “${clip.name}” changed since you added it: it was ${was} and is now ${is}.`),
  }
}
