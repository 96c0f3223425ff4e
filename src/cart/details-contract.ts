/** Endpoints for the cart's billing information and for the numbers and codes that change its total. */
import * as z from 'zod/mini'

import { UNKNOWN_CODE_TEXT } from '#coupons/coupon.ts'
import { endpoint } from '#platform/http/endpoint.ts'

import { CartBillingBody, checkCompany } from './billing.ts'
import { Cart, CartBilling } from './contract.ts'

export const EinBody = z.object({
  /** Empty removes it. */
  ein: z.string().check(z.trim(), z.regex(/^(\d{2}-?\d{7})?$/, 'An EIN number has 9 digits, such as 12-3456789')),
})

export const CouponBody = z.object({
  /** An empty code removes it. */
  code: z.string(UNKNOWN_CODE_TEXT).check(z.trim(), z.regex(/^[\w\s-]{0,40}$/, UNKNOWN_CODE_TEXT)),
})

export const VatBody = z.object({
  /** An empty number removes it. */
  vat_number: z.string('Not a valid VAT number').check(z.trim(), z.maxLength(40, 'Not a valid VAT number')),
})

export const setCartBilling = endpoint('PUT', '/v2/cart/billing', {
  summary: 'Set the cart’s billing information, which determines its tax',
  who: 'signed_in',
  body: CartBillingBody.check(checkCompany),
  reply: Cart,
})

export const getLastBilling = endpoint('GET', '/v2/cart/billing/last', {
  summary: 'Get the billing information of the user’s last order in this workspace, or null',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.nullable(CartBilling),
})

export const setEin = endpoint('PUT', '/v2/cart/ein', {
  summary: 'Set the EIN number that non-profit licenses need',
  who: 'anyone',
  masquerade: 'allowed',
  body: EinBody,
  reply: Cart,
})

export const setCoupon = endpoint('PUT', '/v2/cart/coupon', {
  summary: 'Apply a discount code to the cart, replacing any before; an empty one removes it',
  who: 'anyone',
  masquerade: 'allowed',
  body: CouponBody,
  reply: Cart,
  // Limits guessing of codes.
  per_minute: 30,
})

export const setVat = endpoint('PUT', '/v2/cart/vat', {
  summary: 'Set the buyer’s VAT number, which affects the tax; an empty one removes it',
  who: 'signed_in',
  body: VatBody,
  reply: Cart,
  per_minute: 30,
})
