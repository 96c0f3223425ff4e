/** The shop by its API, in the session of a page: the quick way to where a story begins. */
import { randomUUID } from 'node:crypto'

import { expect, type Page } from '@playwright/test'
import type { Challenge } from 'altcha-lib'

import { solved } from '../testing/proof.ts'
import { confirmingToken } from './sandbox.ts'

export const password = 'Footage2026'
const unitedStates = 41

type Json = Record<string, unknown>

/** Answers the reply's data. Fails the story when the shop refuses. */
export const askShop = async <T>(page: Page, method: string, path: string, body?: Json, headers: Json = {}) => {
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: { 'sec-fetch-site': 'same-origin', ...(headers as Record<string, string>) },
    ...(body && { data: body }),
  })
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
  return ((await answer.json()) as { data: T }).data
}

/** Once the page's scripts are there: keys are heard only from then on, while presses and words before it are kept. */
export const alive = (page: Page) => page.waitForFunction(() => document.readyState !== 'loading' && !window.early)

type Clip = { id: number; slug: string; name: string }
export const clipsOf = (page: Page, query = '') => askShop<Clip[]>(page, 'GET', `/clips?${query}`)

/** What the browser's workers do for a form. */
export const proofOf = async (page: Page, action: string) =>
  solved((await askShop<{ challenge: Challenge | null }>(page, 'GET', `/captcha/challenge?action=${action}`)).challenge)

/** Puts away what newcomers are asked and told, for whoever is logged in: the story is about something else. */
export const answerOnboarding = async (page: Page) => {
  const person = { first_name: 'Nora', last_name: 'Brandt', business_type_id: 1, occupation_type_id: 103 }
  await askShop(page, 'PUT', '/user/onboarding/profile', person)
  await askShop(page, 'PUT', '/user/profile/notifications', { email_preferences: [] })
  await askShop(page, 'PUT', '/workspace/onboarding', { name: 'Personal workspace' })
  await askShop(page, 'PUT', '/user/onboarding/complete')
  await askShop(page, 'POST', '/user/feature-banner/dismiss')
}

/** Registers somebody who was asked everything already, and logs them in. */
export const register = async (page: Page) => {
  const registered = await registerNewcomer(page)
  await answerOnboarding(page)
  return registered
}

/** Registers a person who then opens the link that confirms their email. */
export const registerConfirmed = async (page: Page) => {
  const registered = await register(page)
  await askShop(page, 'PUT', `/auth/verify-email/${await confirmingToken(registered.email)}`)
  return registered
}

/** Registers somebody new, and logs them in: on pages that show footage they are asked who they are. */
export const registerNewcomer = async (page: Page) => {
  const email = `story-${randomUUID()}@example.com`
  const { id } = await askShop<{ id: number }>(page, 'POST', '/auth/register', {
    email,
    password,
    password_again: password,
    captcha: await proofOf(page, 'register'),
  })
  return { id, email }
}

type Cart = { fingerprint: string; total: { unformatted: number } }
type Country = { id: number; regions: { id: number; name: string }[] }

/** Puts the shop's first clip into the cart; what the license is decides the amount. */
export const addToCart = async (
  page: Page,
  license: { org_type?: string; distribution_ids?: number[]; end_client_size?: number } = {},
) => {
  const [clip] = await clipsOf(page)
  const choice = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3, ...license }
  await askShop(page, 'POST', '/v2/cart/items', { ...choice, clips: [clip?.id] })
}

/** Has the cart billed to somebody in California. */
export const billCart = async (page: Page, billing_contact_user_id: number) => {
  const body = await californian(page, billing_contact_user_id)
  return askShop<Cart>(page, 'PUT', '/v2/cart/billing', body)
}

const californian = async (page: Page, billing_contact_user_id: number) => {
  const countries = await askShop<Country[]>(page, 'GET', '/countries/regions')
  const california = countries.find(one => one.id === unitedStates)?.regions.find(({ name }) => name === 'California')
  return {
    company: 'Aster & Daughters',
    billing_contact_user_id,
    address: '12 Harbor Way',
    city: 'Oakland',
    postal_code: '94607',
    country_id: unitedStates,
    country_region_id: california?.id,
  }
}

/** Has the workspace billed to the same place. */
export const saveBilling = async (page: Page, billing_contact_user_id: number) => {
  const { company: company_name, ...place } = await californian(page, billing_contact_user_id)
  await askShop(page, 'PUT', '/workspaces/billing', { company_name, ...place })
}

/** Somebody new, one click away from paying: a clip in the cart, and who is billed. */
export const aBuyer = async (page: Page, license?: Parameters<typeof addToCart>[1]) => {
  const { id, email } = await register(page)
  await addToCart(page, license)
  const cart = await billCart(page, id)
  return { id, email, cart, amount: (cart.total.unformatted / 100).toFixed(2) }
}

/** Pays with the card that the gateway publishes for tests; answers the invoice number. */
export const payAtOnce = async (page: Page, { fingerprint }: Cart): Promise<string> => {
  const body = { nonce: 'fake-valid-nonce', payment_type: 'card', payment_method_id: null }
  const { invoice_number } = await askShop<{ invoice_number: string }>(
    page,
    'POST',
    '/v2/cart/checkout',
    {
      ...body,
      remember_payment_method: false,
      seen: fingerprint,
      'g-recaptcha-response': await proofOf(page, 'checkout_form'),
    },
    { 'idempotency-key': randomUUID() },
  )
  return invoice_number
}

/** The invoice numbers of whoever is logged in. */
export const ordersOf = async (page: Page) =>
  (await askShop<{ universal_invoice_number: string }[]>(page, 'GET', '/workspace/orders')).map(
    order => order.universal_invoice_number,
  )
