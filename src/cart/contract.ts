import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { ChoiceWithFormat, DistributionIds, EndClientSize, FormatId, LicenseChoice } from '#licensing/choice-shape.ts'
import { tiers } from '#licensing/prices.ts'
import { org_types } from '#licensing/terms.ts'
import { endpoint } from '#platform/endpoint.ts'
import { idIn, IdParam } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'
import { ShownRate } from '#rates/contract.ts'
import { WorkspaceUser } from '#workspaces/contract.ts'

/** Most clips in one cart. */
export const most_items = 500
export const MAX_GUEST_ITEMS = 100

const Named = z.object({ id: z.int(), name: z.string() })
const Maker = z.object({ id: z.int(), name: z.string(), slug: z.string() })

export const CartItem = z.object({
  id: z.int(),
  /** The same number, under the name of old clients. */
  cart_item_id: z.int(),
  clip_id: z.int(),
  /** The same number as `clip_id`, under the name of old clients. */
  clip_movie_id: z.int(),
  clip: z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    width: z.int(),
    height: z.int(),
    tier: z.enum(tiers),
    /** 480 and 156 pixels wide, best kind of file first. */
    thumbnail: z.array(Picture),
    /** A short loop that plays under the pointer; null for clips with flashes. */
    hover: z.nullable(z.string()),
    /** The formats that it can be bought in. */
    format_ids: z.array(z.int()),
  }),
  filmmaker: Maker,
  /** "3840 × 2160" */
  resolution: z.string(),
  codec: z.string(),
  /** Before the nonprofit discount, which the cart shows as one line. */
  price: Money,
  /** What the price table said, where another price was agreed on. */
  table_price: z.nullable(Money),
  format: z.object({ id: z.int(), name: z.string(), priority: z.int() }),
  licenses: z.array(
    z.object({
      id: z.string(),
      full_name: z.string(),
      distribution: Named,
      format: z.string(),
      org_size: z.string(),
      org_type: z.enum(org_types),
    }),
  ),
  refunded: z.boolean(),
  /** The workspace holds a license for this use of the clip; it can be bought all the same. */
  already_licensed: z.boolean(),
  /** The number of the order whose license covers it. */
  licensed_in: z.nullable(z.string()),
  /** The license that it takes the place of, and what was paid for that. */
  upgrade: z.nullable(z.object({ license_id: z.int(), order: z.string(), sentence: z.string(), credit: Money })),
})
export type CartItem = z.infer<typeof CartItem>

/** The items under one license, shown as "License n". */
export const LicenseGroup = z.object({
  id: z.string(),
  id_prefix: z.string(),
  items: z.array(CartItem),
  distributions: z.array(Named),
  distribution_ids: z.array(z.int()),
  end_client_size: z.int(),
  org_type: z.enum(org_types),
  org_size: z.string(),
  /** The license in words. */
  sentence: z.string(),
  /** The rate that the license stands under. */
  preferred_rate: z.nullable(ShownRate),
})
export type LicenseGroup = z.infer<typeof LicenseGroup>

const Place = z.object({ id: z.int(), code: z.string(), name: z.string() })

export const CartBilling = z.object({
  company: z.string(),
  billing_contact: z.nullable(WorkspaceUser),
  /** Of who is billed, where it is nobody of the workspace; empty otherwise. */
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  postal_code: z.string(),
  /** The state in words, whether chosen or typed. */
  region: z.string(),
  country: Place,
  country_region: z.nullable(Place),
})
export type CartBilling = z.infer<typeof CartBilling>

/** Who is billed, as the alternate flow asks for it. */
export const ContactDetails = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  country: z.string(),
  country_id: z.nullable(z.int()),
  /** In words, whether chosen or typed. */
  region: z.string(),
  region_id: z.nullable(z.int()),
  postal_code: z.string(),
  po_number: z.nullable(z.string()),
  vat_number: z.nullable(z.string()),
  /** Whether nothing is missing to pay. */
  is_complete: z.boolean(),
})
export type ContactDetails = z.infer<typeof ContactDetails>

export const CartTax = z.object({
  /** 0.0725 for 7.25 % */
  rate: z.number(),
  /** `reverse_charge`: VAT that the buyer's business accounts for itself. */
  kind: z.enum(['sales_tax', 'vat', 'reverse_charge', 'none']),
  /** "California", "Ireland"; empty where no tax applies. */
  jurisdiction: z.string(),
  amount: Money,
})

/** The coupon of a cart. */
export const CartDiscount = z.object({
  code: z.string(),
  /** "15% off" */
  text: z.string(),
  /** Why it takes nothing off right now; null while it does. */
  note: z.nullable(z.string()),
})

/** Something that changed by itself: a price, a preferred rate that counts no more, a license that cannot be upgraded any more, or a clip that left the shop; or clips of an earlier cart that a login added (`merged`). */
export const CartNotice = z.object({
  kind: z.enum(['price', 'rate', 'upgrade', 'withdrawn', 'format', 'merged']),
  cart_item_id: z.int(),
  text: z.string(),
})
export type CartNotice = z.infer<typeof CartNotice>

export const Cart = z.object({
  /** null before the first clip. */
  hash: z.nullable(z.string()),
  /** `paying`: a payment is under way, nothing can be changed. */
  state: z.enum(['open', 'paying']),
  sub_total: Money,
  non_profit_discount: Money,
  has_non_profit_licenses: z.boolean(),
  /** Needed to buy non-profit licenses. */
  ein: z.nullable(z.string()),
  discount_total: Money,
  discount: z.nullable(CartDiscount),
  discount_code: z.nullable(z.string()),
  /** What was paid for the licenses that are upgraded; it comes off after the discounts. */
  upgrade_credit: Money,
  /** The one that counts for the place that is billed. */
  vat_number: z.nullable(z.string()),
  /** The tax, of whatever kind; null until it can be known. */
  vat_total: z.nullable(Money),
  vat_information: z.object({ can_accept_vat_number: z.boolean(), is_vat_charged: z.boolean() }),
  tax: z.nullable(CartTax),
  total: Money,
  licenses: z.array(LicenseGroup),
  cart_items: z.object({ data: z.array(CartItem) }),
  contact_details: z.nullable(ContactDetails),
  billing_information: z.nullable(CartBilling),
  /** For taking a card; null where there is never any. */
  processing_fee: z.nullable(Money),
  notices: z.array(CartNotice),
  /** Whether the person's role in this workspace may buy; true for guests, who are asked to log in first. */
  can_purchase: z.boolean(),
  price_version_id: z.int(),
  /** Stands for everything that a buyer saw: checkout sends it back. */
  fingerprint: z.string(),
})
export type Cart = z.infer<typeof Cart>

export const ClipIds = z
  .array(idIn())
  .check(z.minLength(1, 'Choose a clip'), z.maxLength(most_items, `A cart holds at most ${most_items} clips`))

export const AddItems = z.extend(ChoiceWithFormat, { clips: z.optional(ClipIds), clip_id: z.optional(idIn()) }).check(
  z.refine(({ clips, clip_id }) => clips !== undefined || clip_id !== undefined, {
    path: ['clips'],
    error: 'Choose a clip',
  }),
)

export const ChangeItem = z.object({
  data: z.object({
    distribution_ids: DistributionIds,
    format_id: FormatId,
    end_client_size: z.optional(EndClientSize),
    org_type: z.optional(LicenseChoice.shape.org_type),
    /** Sent by old clients; derived here, never read. */
    license_ids: z.optional(z.array(z.string())),
  }),
})

const ItemIds = z.object({
  cart_item_ids: z
    .array(idIn(), 'Choose what to remove')
    .check(z.minLength(1, 'Choose what to remove'), z.maxLength(most_items)),
})

export const getCart = endpoint('GET', '/v2/cart', {
  summary: 'The cart of whoever asks, or what is still to be paid under an invoice number of theirs',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({
    invoice_number: z.optional(z.string().check(z.regex(/^[\w-]{1,40}$/, 'This is no invoice number.'))),
  }),
  reply: Cart,
})
export const clearCart = endpoint('DELETE', '/v2/cart', {
  summary: 'Empties the cart',
  who: 'anyone',
  masquerade: 'allowed',
  reply: Cart,
})
export const addItems = endpoint('POST', '/v2/cart/items', {
  summary: 'Puts clips in under one license; a clip that is there already under it stays once, in the better format',
  who: 'anyone',
  masquerade: 'allowed',
  body: AddItems,
  reply: Cart,
})
export const changeItem = endpoint('PUT', '/v2/cart/items/:id', {
  summary: 'Changes the license and format of one item',
  who: 'anyone',
  masquerade: 'allowed',
  params: IdParam,
  body: ChangeItem,
  reply: Cart,
})
export const removeItems = endpoint('DELETE', '/v2/cart/items', {
  summary: 'Takes items out',
  who: 'anyone',
  masquerade: 'allowed',
  body: ItemIds,
  reply: Cart,
})
