/** Converts priced carts to API responses. */
import type { ClipForSale } from '#catalog/clips.server.ts'
import { listActorUses } from '#licenses/licensed-uses.server.ts'
import { idPrefixes, licenseIds, choiceSentence } from '#licensing/choice.ts'
import { findCoveringLicense, toLicenseUse, type LicensedUse } from '#licensing/license-use.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import { formatRate, toRateUse, type SoldRate } from '#licensing/rate.ts'
import { distributionName, formatOf, orgTypes, peopleOf } from '#licensing/terms.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { toMoney } from '#platform/money.ts'
import { toRateSummary } from '#rates/show.server.ts'
import { canPurchase } from '#workspaces/policy.ts'

import { findCart, type CartRow } from './carts.server.ts'
import type { Cart, CartItem, LicenseGroup, CartBilling, ContactDetails } from './contract.ts'
import { priceCart, type PricedCart, type PricedLine, type PaymentOptions } from './pricing.server.ts'
import { groupKey } from './rate-lines.server.ts'
import type { LineUpgrade } from './upgrades.server.ts'

/** Returns the caller's cart, or an empty one. */
export const loadCart = async (db: Db, actor: Actor, { clock }: Pick<Deps, 'clock'>): Promise<Cart> =>
  toCartResponse(db, actor, await findCart(db, actor), clock.now())

/** Prices a cart whose row was read already, and maybe some of its clips. */
export const toCartResponse = async (
  db: Db,
  actor: Actor,
  cart: CartRow | undefined,
  now: Date,
  payment: PaymentOptions = {},
  loadedClips?: ReadonlyMap<number, ClipForSale>,
): Promise<Cart> => {
  const can_purchase = actor.user_id === null || canPurchase(actor.workspace_role)
  if (!cart) return emptyCart((await getCurrentPrices(db, now)).version_id, can_purchase)
  const pricedCart = await priceCart(db, cart, now, payment, loadedClips)
  const clip_ids = pricedCart.lines.map(line => line.clip.id)
  return toCart(pricedCart, can_purchase, { uses: await listActorUses(db, actor, clip_ids, now), now })
}

const emptyCart = (price_version_id: number, can_purchase: boolean): Cart => ({
  hash: null,
  state: 'open',
  sub_total: toMoney(0),
  non_profit_discount: toMoney(0),
  has_non_profit_licenses: false,
  ein: null,
  discount_total: toMoney(0),
  discount: null,
  discount_code: null,
  upgrade_credit: toMoney(0),
  vat_number: null,
  vat_total: null,
  vat_information: { can_accept_vat_number: false, is_vat_charged: false },
  tax: null,
  total: toMoney(0),
  licenses: [],
  cart_items: { data: [] },
  contact_details: null,
  billing_information: null,
  processing_fee: null,
  notices: [],
  can_purchase,
  price_version_id,
  fingerprint: '',
})

/** The uses that the caller has licenses for, and the time at which a license under a rate would start. */
type LicensedUses = { uses: readonly LicensedUse[]; now: Date }
const noLicensedUses: LicensedUses = { uses: [], now: new Date(0) }

const UNITED_STATES_ID = 41

/** Converts billing information to the alternate flow's format: the workspace contact, or the person named on the cart. */
const toContactDetails = (
  { billing_contact, country, country_region, region, ...billing }: CartBilling,
  { po_number, vat_number }: Pick<CartRow, 'po_number' | 'vat_number'>,
): ContactDetails => {
  const contact = billing.email === '' && billing_contact ? billing_contact : billing
  const details = {
    first_name: contact.first_name,
    last_name: contact.last_name,
    email: contact.email,
    address: billing.address,
    city: billing.city,
    postal_code: billing.postal_code,
  }
  return {
    ...details,
    address2: billing.address2,
    country: country.name,
    country_id: country.id,
    region,
    region_id: country_region?.id ?? null,
    po_number,
    vat_number,
    is_complete:
      Object.values(details).every(text => text !== '') && (country.id !== UNITED_STATES_ID || country_region !== null),
  }
}

/** Converts any priced cart to an API response. */
export const toCart = (
  priced: PricedCart,
  can_purchase: boolean,
  licensedUses: LicensedUses = noLicensedUses,
): Cart => {
  const { cart, lines, tax, coupon } = priced
  return {
    hash: cart.hash,
    state: cart.state === 'paying' ? 'paying' : 'open',
    sub_total: toMoney(priced.sub_total_cents),
    non_profit_discount: toMoney(priced.non_profit_discount_cents),
    has_non_profit_licenses: lines.some(needsEin),
    ein: cart.ein,
    discount_total: toMoney(priced.discount_cents),
    discount: coupon && { code: coupon.code, text: coupon.text, note: coupon.refusal },
    discount_code: coupon && coupon.code,
    upgrade_credit: toMoney(priced.upgrade_credit_cents),
    vat_number: tax?.vat?.number ?? null,
    vat_total: tax && toMoney(tax.tax_cents),
    vat_information: {
      can_accept_vat_number: tax?.takes_vat_number === true,
      is_vat_charged: tax?.kind === 'vat',
    },
    tax: tax && { rate: tax.rate, kind: tax.kind, jurisdiction: tax.jurisdiction, amount: toMoney(tax.tax_cents) },
    total: toMoney(priced.total_cents),
    ...toCartLines(lines, licensedUses),
    contact_details: priced.billing && toContactDetails(priced.billing, cart),
    billing_information: priced.billing,
    processing_fee: cart.kind === 'custom' ? toMoney(priced.processing_fee_cents) : null,
    notices: priced.notices,
    can_purchase,
    price_version_id: priced.price_version_id,
    fingerprint: priced.fingerprint,
  }
}

/** A line of a cart, or of an order with its rate as sold. */
export type CartLine = Omit<PricedLine, 'rate' | 'upgrade'> & {
  rate: SoldRate | null
  upgrade: Omit<LineUpgrade, 'item_id' | 'order_id'> | null
}

/** Returns the lines grouped by license, and as one list. */
export const toCartLines = (
  lines: readonly CartLine[],
  licensedUses: LicensedUses = noLicensedUses,
): Pick<Cart, 'licenses' | 'cart_items'> => {
  const items = lines.map(line => toCartItem(line, licensedUses))
  const byGroup = Map.groupBy(lines, line => groupKey(line.choice, line.rate?.id ?? null))
  return {
    licenses: [...byGroup.values()].map(group => toLicenseGroup(group, items)),
    cart_items: { data: items },
  }
}

/** True for lines with the non-profit discount. Lines under a rate have a price of their own and need no EIN. */
export const needsEin = ({ choice, rate }: Pick<CartLine, 'choice' | 'rate'>): boolean =>
  choice.org_type === 'nonprofit' && rate === null

const toDistribution = (id: number) => ({ id, name: distributionName(id) })

const toLicenseGroup = (group: readonly CartLine[], items: CartItem[]): LicenseGroup => {
  const [first] = group
  if (!first) throw new Error('A license group needs at least one item.')
  const { choice, rate } = first
  return {
    ...choice,
    id: groupKey(choice, rate?.id ?? null),
    id_prefix: idPrefixes(choice)[0] ?? '',
    items: items.filter(item => group.some(line => line.id === item.id)),
    distributions: choice.distribution_ids.map(toDistribution),
    org_size: peopleOf(choice.end_client_size),
    sentence: rate ? formatRate(rate) : choiceSentence(choice),
    preferred_rate: rate && toRateSummary(rate),
  }
}

const toCartItem = (line: CartLine, { uses, now }: LicensedUses): CartItem => {
  const { id, clip, format, choice, price, table_cents, rate, upgrade } = line
  const use = rate ? toRateUse(rate, format.id, now) : toLicenseUse({ ...choice, format_id: format.id })
  const covering = findCoveringLicense(uses, clip.id, use)
  const { name, priority } = formatOf(format.id)
  const org_size = peopleOf(choice.end_client_size)
  const ids = licenseIds(choice, format.id)
  return {
    id,
    cart_item_id: id,
    clip_id: clip.id,
    clip_movie_id: clip.id,
    clip: {
      id: clip.id,
      name: clip.name,
      slug: clip.slug,
      width: clip.width,
      height: clip.height,
      tier: clip.tier,
      releases: clip.releases,
      thumbnail: clip.thumbs,
      hover: clip.hover || null,
      format_ids: clip.formats.map(clipFormat => clipFormat.id),
    },
    filmmaker: clip.filmmaker,
    resolution: `${format.width} × ${format.height}`,
    codec: format.codec,
    price: toMoney(price.list_cents),
    list_price: table_cents === undefined || table_cents === price.cents ? null : toMoney(table_cents),
    format: { id: format.id, name, priority },
    licenses: choice.distribution_ids.map((distribution_id, index) => ({
      id: ids[index] ?? '',
      full_name: `${distributionName(distribution_id)}, ${name}, ${orgTypes[choice.org_type].name}, ${org_size}`,
      distribution: toDistribution(distribution_id),
      format: name,
      org_size,
      org_type: choice.org_type,
    })),
    refunded: false,
    already_licensed: covering !== undefined,
    licensed_in_order: covering?.order ?? null,
    upgrade: upgrade && {
      license_id: upgrade.license_id,
      order: upgrade.order,
      sentence: upgrade.sentence,
      credit: toMoney(upgrade.credit_cents),
    },
  }
}
