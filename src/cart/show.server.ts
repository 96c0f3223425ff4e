/** A priced cart as the API shows it. */
import type { ClipForSale } from '#catalog/clips.server.ts'
import { idPrefixes, licenseIds, sentence } from '#licensing/choice.ts'
import { coveringUse, useOf, type LicensedUse } from '#licensing/held.ts'
import { currentPrices } from '#licensing/prices.server.ts'
import { distributionName, formatOf, orgTypes, peopleOf } from '#licensing/terms.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { money } from '#platform/money.ts'
import { usesOf } from '#rates/held.server.ts'
import { rateSentence, useUnder, type SoldRate } from '#rates/rate.ts'
import { shownTerms } from '#rates/show.server.ts'
import { canPurchase } from '#workspaces/policy.ts'

import { findCart, type CartRow } from './carts.server.ts'
import { contactDetails } from './contact-details.ts'
import type { Cart, CartItem, LicenseGroup } from './contract.ts'
import { pricedCart, type PricedCart, type PricedLine, type Paying } from './pricing.server.ts'
import { groupKey } from './rate-lines.server.ts'
import type { LineUpgrade } from './upgrades.server.ts'

/** The cart of whoever asks; an empty one for those without. */
export const cartOf = async (db: Db, actor: Actor, { clock }: Pick<Deps, 'clock'>): Promise<Cart> =>
  cartAs(db, actor, await findCart(db, actor), clock.now())

/** The same, where the row of the cart is known already, and maybe some of its clips. */
export const cartAs = async (
  db: Db,
  actor: Actor,
  cart: CartRow | undefined,
  now: Date,
  paying: Paying = {},
  known?: ReadonlyMap<number, ClipForSale>,
): Promise<Cart> => {
  const can_purchase = actor.user_id === null || canPurchase(actor.workspace_role)
  if (!cart) return emptyCart((await currentPrices(db, now)).version_id, can_purchase)
  const priced = await pricedCart(db, cart, now, paying, known)
  const clip_ids = priced.lines.map(line => line.clip.id)
  return shownCart(priced, can_purchase, { uses: await usesOf(db, actor, clip_ids, now), now })
}

const emptyCart = (price_version_id: number, can_purchase: boolean): Cart => ({
  hash: null,
  state: 'open',
  sub_total: money(0),
  non_profit_discount: money(0),
  has_non_profit_licenses: false,
  ein: null,
  discount_total: money(0),
  discount: null,
  discount_code: null,
  upgrade_credit: money(0),
  vat_number: null,
  vat_total: null,
  vat_information: { can_accept_vat_number: false, is_vat_charged: false },
  tax: null,
  total: money(0),
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

/** What whoever asks may use already, and what is now: a license under a rate would begin then. */
type Held = { uses: readonly LicensedUse[]; now: Date }
const nothing: Held = { uses: [], now: new Date(0) }

/** Any priced cart, whoever prepared it. */
export const shownCart = (priced: PricedCart, can_purchase: boolean, held: Held = nothing): Cart => {
  const { cart, lines, tax, coupon } = priced
  return {
    hash: cart.hash,
    state: cart.state === 'paying' ? 'paying' : 'open',
    sub_total: money(priced.sub_total_cents),
    non_profit_discount: money(priced.non_profit_discount_cents),
    has_non_profit_licenses: lines.some(needsEin),
    ein: cart.ein,
    discount_total: money(priced.discount_cents),
    discount: coupon && { code: coupon.code, text: coupon.text, note: coupon.refusal },
    discount_code: coupon && coupon.code,
    upgrade_credit: money(priced.upgrade_credit_cents),
    vat_number: tax?.vat?.number ?? null,
    vat_total: tax && money(tax.tax_cents),
    vat_information: {
      can_accept_vat_number: tax?.takes_vat_number === true,
      is_vat_charged: tax?.kind === 'vat',
    },
    tax: tax && { rate: tax.rate, kind: tax.kind, jurisdiction: tax.jurisdiction, amount: money(tax.tax_cents) },
    total: money(priced.total_cents),
    ...shownLines(lines, held),
    contact_details: priced.billing && contactDetails(priced.billing, cart),
    billing_information: priced.billing,
    processing_fee: cart.kind === 'custom' ? money(priced.processing_fee_cents) : null,
    notices: priced.notices,
    can_purchase,
    price_version_id: priced.price_version_id,
    fingerprint: priced.fingerprint,
  }
}

/** A line of a cart, or of an order with its rate as it was sold. */
export type ShownLine = Omit<PricedLine, 'rate' | 'upgrade'> & {
  rate: SoldRate | null
  upgrade: Omit<LineUpgrade, 'item_id' | 'order_id'> | null
}

/** Lines by license, and all of them. */
export const shownLines = (
  lines: readonly ShownLine[],
  held: Held = nothing,
): Pick<Cart, 'licenses' | 'cart_items'> => {
  const items = lines.map(line => shownItem(line, held))
  const byGroup = Map.groupBy(lines, line => groupKey(line.choice, line.rate?.id ?? null))
  return {
    licenses: [...byGroup.values()].map(group => shownGroup(group, items)),
    cart_items: { data: items },
  }
}

/** The discount of non-profits needs one; a rate has a price of its own. */
export const needsEin = ({ choice, rate }: Pick<ShownLine, 'choice' | 'rate'>): boolean =>
  choice.org_type === 'nonprofit' && rate === null

const named = (id: number) => ({ id, name: distributionName(id) })

const shownGroup = (group: readonly ShownLine[], items: CartItem[]): LicenseGroup => {
  const [first] = group
  if (!first) throw new Error('A license group has items.')
  const { choice, rate } = first
  return {
    ...choice,
    id: groupKey(choice, rate?.id ?? null),
    id_prefix: idPrefixes(choice)[0] ?? '',
    items: items.filter(item => group.some(line => line.id === item.id)),
    distributions: choice.distribution_ids.map(named),
    org_size: peopleOf(choice.end_client_size),
    sentence: rate ? rateSentence(rate) : sentence(choice),
    preferred_rate: rate && shownTerms(rate),
  }
}

const shownItem = (line: ShownLine, { uses, now }: Held): CartItem => {
  const { id, clip, format, choice, price, table_cents, rate, upgrade } = line
  const wanted = rate ? useUnder(rate, format.id, now) : useOf({ ...choice, format_id: format.id })
  const covering = coveringUse(uses, clip.id, wanted)
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
      thumbnail: clip.thumbs,
      hover: clip.hover || null,
      format_ids: clip.formats.map(one => one.id),
    },
    filmmaker: clip.filmmaker,
    resolution: `${format.width} × ${format.height}`,
    codec: format.codec,
    price: money(price.list_cents),
    table_price: table_cents === undefined || table_cents === price.cents ? null : money(table_cents),
    format: { id: format.id, name, priority },
    licenses: choice.distribution_ids.map((distribution_id, place) => ({
      id: ids[place] ?? '',
      full_name: `${distributionName(distribution_id)}, ${name}, ${orgTypes[choice.org_type].name}, ${org_size}`,
      distribution: named(distribution_id),
      format: name,
      org_size,
      org_type: choice.org_type,
    })),
    refunded: false,
    already_licensed: covering !== undefined,
    licensed_in: covering?.order ?? null,
    upgrade: upgrade && {
      license_id: upgrade.license_id,
      order: upgrade.order,
      sentence: upgrade.sentence,
      credit: money(upgrade.credit_cents),
    },
  }
}
