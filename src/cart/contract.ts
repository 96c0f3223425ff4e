import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { releases } from '#catalog/traits.ts'
import { ChoiceWithFormat, DistributionIds, EndClientSize, FormatId, LicenseChoice } from '#licensing/choice-schema.ts'
import { tiers, orgTypeIds } from '#licensing/terms.ts'
import { OrderParam } from '#orders/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'
import { RateSummary } from '#rates/contract.ts'
import { WorkspaceUser } from '#workspaces/contract.ts'

/** The maximum number of clips in a cart. */
export const MAX_CART_ITEMS = 500
export const MAX_GUEST_ITEMS = 100

const NamedId = z.object({ id: z.int(), name: z.string() })
const Filmmaker = z.object({ id: z.int(), name: z.string(), slug: z.string() })

export const CartItem = z.object({
  id: z.int(),
  /** The same as `id`, under the name that old clients use. */
  cart_item_id: z.int(),
  clip_id: z.int(),
  /** The same as `clip_id`, under the name that old clients use. */
  clip_movie_id: z.int(),
  clip: z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    width: z.int(),
    height: z.int(),
    tier: z.enum(tiers),
    /** As sold, in an order. Empty when unknown. */
    releases: z.array(z.enum(releases)),
    /** 480 and 156 pixels wide, best image format first. */
    thumbnail: z.array(Picture),
    /** A short loop that plays on hover; null for clips with flashes. */
    hover: z.nullable(z.string()),
    /** The formats that are for sale. */
    format_ids: z.array(z.int()),
  }),
  filmmaker: Filmmaker,
  /** "3840 × 2160" */
  resolution: z.string(),
  codec: z.string(),
  /** Before the nonprofit discount, which the cart shows as one line. */
  price: Money,
  /** The list price where another price was agreed on. */
  list_price: z.nullable(Money),
  format: z.object({ id: z.int(), name: z.string(), priority: z.int() }),
  licenses: z.array(
    z.object({
      id: z.string(),
      full_name: z.string(),
      distribution: NamedId,
      format: z.string(),
      org_size: z.string(),
      org_type: z.enum(orgTypeIds),
    }),
  ),
  refunded: z.boolean(),
  /** The workspace has a license for this use of the clip. It can still be bought. */
  already_licensed: z.boolean(),
  /** The number of the order with that license. */
  licensed_in_order: z.nullable(z.string()),
  /** The license that this one replaces, and the credit for its price. */
  upgrade: z.nullable(z.object({ license_id: z.int(), order: z.string(), sentence: z.string(), credit: Money })),
})
export type CartItem = z.infer<typeof CartItem>

/** The items under one license, shown as "License n". */
export const LicenseGroup = z.object({
  id: z.string(),
  id_prefix: z.string(),
  items: z.array(CartItem),
  distributions: z.array(NamedId),
  distribution_ids: z.array(z.int()),
  end_client_size: z.int(),
  org_type: z.enum(orgTypeIds),
  org_size: z.string(),
  /** The license as a sentence. */
  sentence: z.string(),
  /** The preferred rate that sets the license's price. */
  preferred_rate: z.nullable(RateSummary),
})
export type LicenseGroup = z.infer<typeof LicenseGroup>

const CountryOrRegion = z.object({ id: z.int(), code: z.string(), name: z.string() })

export const CartBilling = z.object({
  company: z.string(),
  billing_contact: z.nullable(WorkspaceUser),
  /** The billed person's name where they are not a workspace member; empty otherwise. */
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  postal_code: z.string(),
  /** The state's name, whether chosen or typed. */
  region: z.string(),
  country: CountryOrRegion,
  country_region: z.nullable(CountryOrRegion),
})
export type CartBilling = z.infer<typeof CartBilling>

/** The billed contact in the alternate flow's format. */
export const ContactDetails = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  country: z.string(),
  country_id: z.nullable(z.int()),
  /** The state's name, whether chosen or typed. */
  region: z.string(),
  region_id: z.nullable(z.int()),
  postal_code: z.string(),
  po_number: z.nullable(z.string()),
  vat_number: z.nullable(z.string()),
  /** True when all fields needed for payment are filled in. */
  is_complete: z.boolean(),
})
export type ContactDetails = z.infer<typeof ContactDetails>

export const CartTax = z.object({
  /** 0.0725 for 7.25% */
  rate: z.number(),
  /** `reverse_charge`: VAT that the buyer's business accounts for itself. */
  kind: z.enum(['sales_tax', 'vat', 'gst', 'consumption_tax', 'reverse_charge', 'none']),
  /** "California", "Ireland"; empty where no tax applies. */
  jurisdiction: z.string(),
  amount: Money,
})

/** The cart's coupon. */
export const CartDiscount = z.object({
  code: z.string(),
  /** "15% off" */
  text: z.string(),
  /** Why it takes nothing off now; null while it does. */
  note: z.nullable(z.string()),
})

/**
 * A change that the user did not make: a new price, an expired preferred rate, a license that can no longer be upgraded, a
 * withdrawn clip or format, clips of an earlier cart added at login (`merged`), or a use that the clip's releases closed
 * (`closed`), which cannot be paid.
 */
export const CartNotice = z.object({
  kind: z.enum(['price', 'rate', 'upgrade', 'withdrawn', 'format', 'merged', 'closed']),
  cart_item_id: z.int(),
  text: z.string(),
})
export type CartNotice = z.infer<typeof CartNotice>

export const Cart = z.object({
  /** null before the first clip. */
  hash: z.nullable(z.string()),
  /** `paying`: a payment is in progress and nothing can be changed. */
  state: z.enum(['open', 'paying']),
  sub_total: Money,
  non_profit_discount: Money,
  has_non_profit_licenses: z.boolean(),
  /** Required for non-profit licenses. */
  ein: z.nullable(z.string()),
  discount_total: Money,
  discount: z.nullable(CartDiscount),
  discount_code: z.nullable(z.string()),
  /** The price of the licenses that are upgraded, deducted after the discounts. */
  upgrade_credit: Money,
  /** The VAT number, if the billing country accepts one. */
  vat_number: z.nullable(z.string()),
  /** The tax of any kind; null until it can be calculated. */
  vat_total: z.nullable(Money),
  vat_information: z.object({ can_accept_vat_number: z.boolean(), is_vat_charged: z.boolean() }),
  tax: z.nullable(CartTax),
  total: Money,
  licenses: z.array(LicenseGroup),
  cart_items: z.object({ data: z.array(CartItem) }),
  contact_details: z.nullable(ContactDetails),
  billing_information: z.nullable(CartBilling),
  /** The card processing fee; null for carts without one. */
  processing_fee: z.nullable(Money),
  notices: z.array(CartNotice),
  /** Whether the user's role in this workspace may purchase; true for guests, who log in first. */
  can_purchase: z.boolean(),
  price_version_id: z.int(),
  /** A hash of everything the buyer saw. Checkout sends it back. */
  fingerprint: z.string(),
})
export type Cart = z.infer<typeof Cart>

export const ClipIds = z
  .array(idField())
  .check(z.minLength(1, 'Choose a clip'), z.maxLength(MAX_CART_ITEMS, `A cart holds at most ${MAX_CART_ITEMS} clips`))

export const AddItems = z
  .extend(ChoiceWithFormat, { clips: z.optional(ClipIds), clip_id: z.optional(idField()) })
  .check(
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
    /** Sent by old clients and ignored; the server derives it. */
    license_ids: z.optional(z.array(z.string())),
  }),
})

const ItemIds = z.object({
  cart_item_ids: z
    .array(idField(), 'Choose what to remove')
    .check(z.minLength(1, 'Choose what to remove'), z.maxLength(MAX_CART_ITEMS)),
})

export const getCart = endpoint('GET', '/v2/cart', {
  summary: 'Get the caller’s cart, or the unpaid items of one of their invoices',
  who: 'anyone',
  before_opening: 'allowed',
  masquerade: 'allowed',
  query: z.object({
    invoice_number: z.optional(z.string().check(z.regex(/^[\w-]{1,40}$/, 'This is no invoice number.'))),
  }),
  reply: Cart,
  refusals: [401, 404, 409, 410],
})
export const clearCart = endpoint('DELETE', '/v2/cart', {
  summary: 'Empty the cart',
  who: 'anyone',
  masquerade: 'allowed',
  reply: Cart,
})
export const addItems = endpoint('POST', '/v2/cart/items', {
  summary: 'Add clips under one license; a clip that has it already stays once, in the better format',
  who: 'anyone',
  masquerade: 'allowed',
  body: AddItems,
  reply: Cart,
})
export const changeItem = endpoint('PUT', '/v2/cart/items/:id', {
  summary: 'Change the license and format of one item',
  who: 'anyone',
  masquerade: 'allowed',
  params: IdParam,
  body: ChangeItem,
  reply: Cart,
})
export const removeItems = endpoint('DELETE', '/v2/cart/items', {
  summary: 'Remove items',
  who: 'anyone',
  masquerade: 'allowed',
  body: ItemIds,
  reply: Cart,
  refusals: [404],
})

export const repeatOrder = endpoint('POST', '/workspace/orders/:id/again', {
  summary: 'Put the clips of an order whose payment failed into the caller’s cart again, at today’s prices',
  who: 'signed_in',
  masquerade: 'allowed',
  params: OrderParam,
  reply: z.object({ added: z.int(), skipped: z.int() }),
})
