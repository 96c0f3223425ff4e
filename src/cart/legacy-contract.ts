/** The cart's legacy endpoints: the same actions under older names and formats. */
import * as z from 'zod/mini'

import { DistributionIds, EndClientSize, FormatId, LicenseChoice } from '#licensing/choice-schema.ts'
import { CART_HASH_PATTERN } from '#platform/actor.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField } from '#platform/http/lists.ts'
import { optionalText, requiredText } from '#platform/text.ts'
import { addressShape } from '#workspaces/address.ts'

import { Cart, MAX_CART_ITEMS } from './contract.ts'
import { CouponBody, VatBody } from './details-contract.ts'

/** A guest's cart hash in place of the cookie. A member's hash must be of their own cart. */
export const CartHash = z.optional(
  z.nullable(z.string('No cart found').check(z.regex(CART_HASH_PATTERN, 'No cart found'))),
)

const clipFields = {
  distribution_ids: DistributionIds,
  format_id: FormatId,
  end_client_size: z.optional(EndClientSize),
  org_type: z.optional(LicenseChoice.shape.org_type),
  /** Sent by old clients and ignored; the server derives it. */
  license_ids: z.optional(z.array(z.string())),
}
const clipCountChecks = [
  z.minLength(1, 'Choose a clip'),
  z.maxLength(MAX_CART_ITEMS, `A cart holds at most ${MAX_CART_ITEMS} clips`),
] as const

export const addClips = endpoint('POST', '/cart/clips', {
  summary: 'Add clips to the cart, each under a license of its own choice',
  who: 'anyone',
  masquerade: 'allowed',
  body: z.object({
    clips: z.array(z.object({ clip_id: idField(), ...clipFields }), 'Choose a clip').check(...clipCountChecks),
    cart_hash: CartHash,
  }),
  reply: Cart,
})

export const changeClips = endpoint('PUT', '/cart/clips', {
  summary: 'Change license and format of several items, all or none',
  who: 'anyone',
  masquerade: 'allowed',
  body: z.object({
    clips: z
      .array(z.object({ cart_item_id: idField(), clip_id: z.optional(idField()), ...clipFields }), 'Choose a clip')
      .check(...clipCountChecks),
    cart_hash: CartHash,
  }),
  reply: Cart,
  refusals: [404],
})

/** "[12,13]" */
const ItemIdList = z.pipe(
  z
    .string('Choose what to remove')
    .check(z.regex(/^\[\s*\d{1,9}(\s*,\s*\d{1,9}){0,499}\s*\]$/, 'Choose what to remove')),
  z.transform(text => (text.match(/\d+/g) ?? []).map(Number)),
)

export const removeClips = endpoint('DELETE', '/cart', {
  summary: 'Remove items, all or none',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({ cart_item_ids: ItemIdList, cart_hash: CartHash }),
  reply: Cart,
  refusals: [404],
})

export const clearClips = endpoint('DELETE', '/cart/clear', {
  summary: 'Empty the cart',
  who: 'anyone',
  masquerade: 'allowed',
  reply: Cart,
})

export const addCoupon = endpoint('POST', '/cart/coupon', {
  summary: 'Apply a discount code to the cart; errors are under coupon',
  who: 'anyone',
  masquerade: 'allowed',
  body: CouponBody,
  reply: Cart,
  per_minute: 30,
})

export const removeCoupon = endpoint('DELETE', '/cart/coupon', {
  summary: 'Remove the discount code from the cart',
  who: 'anyone',
  masquerade: 'allowed',
  reply: Cart,
})

/** An omitted number stays unchanged; an empty one removes it. */
const PoNumber = z.optional(
  z.union([z.literal(''), requiredText('Purchase order number', 100)], 'Purchase order number is too long'),
)

export const DetailsBody = z.object({
  first_name: requiredText('First name', 100),
  last_name: requiredText('Last name', 100),
  email: z
    .string('Email is required')
    .check(
      z.trim(),
      z.minLength(1, 'Email is required'),
      z.maxLength(254, 'Email is too long'),
      z.email('Please enter a valid email address'),
    ),
  address: requiredText('Address'),
  address2: optionalText('Suite / Apt #'),
  city: requiredText('City'),
  postal_code: addressShape.postal_code,
  /** Sent by old clients and ignored; `country_id` is used. */
  country: z.optional(z.unknown()),
  country_id: idField('Country is required'),
  region: optionalText('Region'),
  region_id: z._default(z.nullable(idField('Region is required')), null),
  po_number: PoNumber,
  vat_number: z.optional(VatBody.shape.vat_number),
})
export type DetailsBody = z.infer<typeof DetailsBody>

export const saveDetails = endpoint('POST', '/cart/details', {
  summary:
    'Save the billing details with the purchase order and VAT number. For a custom cart, they apply to the caller only',
  who: 'anyone',
  body: DetailsBody,
  reply: z.object({ success: z.boolean() }),
  per_minute: 30,
  refusals: [404],
})
