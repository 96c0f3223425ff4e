/** What a cart is paid with besides its licenses: who is billed, and the numbers and codes that change the sum. */
import * as z from 'zod/mini'

import { unknown_code } from '#coupons/coupon.ts'
import { endpoint } from '#platform/endpoint.ts'

import { CartBillingBody } from './billing.ts'
import { Cart, CartBilling } from './contract.ts'

export const EinBody = z.object({
  /** Empty removes it. */
  ein: z.string().check(z.trim(), z.regex(/^(\d{2}-?\d{7})?$/, 'An EIN number has 9 digits, such as 12-3456789')),
})

export const CouponBody = z.object({
  /** Empty takes it off. */
  code: z.string(unknown_code).check(z.trim(), z.regex(/^[\w\s-]{0,40}$/, unknown_code)),
})

export const VatBody = z.object({
  /** Empty takes it off. */
  vat_number: z.string('Not a valid VAT number').check(z.trim(), z.maxLength(40, 'Not a valid VAT number')),
})

export const setCartBilling = endpoint('PUT', '/v2/cart/billing', {
  summary: 'Sets who is billed for this cart, which decides its tax',
  who: 'signed_in',
  body: CartBillingBody,
  reply: Cart,
})

export const getLastBilling = endpoint('GET', '/v2/cart/billing/last', {
  summary: 'Who was billed for the last order of the signed-in person in this workspace; null before the first',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.nullable(CartBilling),
})

export const setEin = endpoint('PUT', '/v2/cart/ein', {
  summary: 'Sets the EIN number that non-profit licenses need',
  who: 'anyone',
  masquerade: 'allowed',
  body: EinBody,
  reply: Cart,
})

export const setCoupon = endpoint('PUT', '/v2/cart/coupon', {
  summary: 'Takes a discount code for the cart, in the place of any before; an empty one takes it off',
  who: 'anyone',
  masquerade: 'allowed',
  body: CouponBody,
  reply: Cart,
  // Nobody finds codes by trying.
  per_minute: 30,
})

export const setVat = endpoint('PUT', '/v2/cart/vat', {
  summary: 'Sets the VAT number of who is billed, which decides the tax; an empty one takes it off',
  who: 'signed_in',
  body: VatBody,
  reply: Cart,
  per_minute: 30,
})
