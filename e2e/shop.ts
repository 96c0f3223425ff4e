/** Calls the shop's API in a page's session: the quick way to a story's starting point. */
import { randomUUID } from 'node:crypto'

import { expect, type Locator, type Page } from '@playwright/test'
import type { Challenge } from 'altcha-lib'

import { solveChallengeFor } from '../testing/captcha.ts'
import { getRegistrationCode } from './sandbox.ts'

export const password = 'Footage2026'
const UNITED_STATES_ID = 41

type JsonBody = Record<string, unknown>

/** Calls the API and returns the response's data. Fails the story on an error response. */
export const callApi = async <T>(page: Page, method: string, path: string, body?: JsonBody, headers: JsonBody = {}) => {
  const response = await page.request.fetch(`/api${path}`, {
    method,
    headers: { 'sec-fetch-site': 'same-origin', ...(headers as Record<string, string>) },
    ...(body && { data: body }),
  })
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true)
  return ((await response.json()) as { data: T }).data
}

/** Waits for hydration. Earlier clicks and input are replayed, but key presses are lost. */
export const waitForHydration = (page: Page) =>
  page.waitForFunction(() => document.readyState !== 'loading' && !window.early)

type ClipReference = { id: number; slug: string; name: string }
export const listClips = (page: Page, query = '') => callApi<ClipReference[]>(page, 'GET', `/clips?${query}`)

/** Solves the proof-of-work captcha for an action, as the form's web workers do. */
export const solveCaptcha = async (page: Page, action: string) =>
  solveChallengeFor(
    (await callApi<{ challenge: Challenge | null }>(page, 'GET', `/captcha/challenge?action=${action}`)).challenge,
  )

/** Completes onboarding and dismisses the feature banner, for stories about something else. */
export const completeOnboarding = async (page: Page) => {
  const person = { first_name: 'Nora', last_name: 'Brandt', business_type_id: 1, occupation_type_id: 103 }
  await callApi(page, 'PUT', '/user/onboarding/profile', person)
  await callApi(page, 'PUT', '/user/profile/notifications', { email_preferences: [] })
  await callApi(page, 'PUT', '/workspace/onboarding', { name: 'Personal workspace' })
  await callApi(page, 'PUT', '/user/onboarding/complete')
  await callApi(page, 'POST', '/user/feature-banner/dismiss')
}

/**
 * Registers a user with a confirmed email, logs them in and completes onboarding. `sandboxOrigin`: the sandbox of a
 * separate shop.
 */
export const register = async (page: Page, sandboxOrigin?: string) => {
  const user = await registerWithoutOnboarding(page, sandboxOrigin)
  await completeOnboarding(page)
  return user
}

/** Registers and logs in a user who has not completed onboarding. */
export const registerWithoutOnboarding = async (page: Page, sandboxOrigin?: string) => {
  const email = `story-${randomUUID()}@example.com`
  const captcha = await solveCaptcha(page, 'register')
  await callApi(page, 'POST', '/auth/register', { email, password, password_again: password, captcha })
  const code = await getRegistrationCode(email, sandboxOrigin)
  const { id } = await callApi<{ id: number }>(page, 'POST', '/auth/register/confirm', { code })
  return { id, email }
}

/** Enters the mailed code on the second screen of the registration form. */
export const enterRegistrationCode = async (form: Page | Locator, email: string) => {
  await form.getByLabel('Code', { exact: true }).fill(await getRegistrationCode(email))
  await form.getByRole('button', { name: 'Confirm email' }).click()
}

type Cart = { fingerprint: string; total: { unformatted: number } }
type Country = { id: number; regions: { id: number; name: string }[] }

/** Adds the shop's first clip to the cart. The license determines the amount. */
export const addToCart = async (
  page: Page,
  license: { org_type?: string; distribution_ids?: number[]; end_client_size?: number } = {},
) => {
  const [clip] = await listClips(page)
  const choice = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3, ...license }
  await callApi(page, 'POST', '/v2/cart/items', { ...choice, clips: [clip?.id] })
}

/** Saves a billing address in California for the cart. */
export const billCart = async (page: Page, billing_contact_user_id: number) => {
  const body = await getCalifornianBilling(page, billing_contact_user_id)
  return callApi<Cart>(page, 'PUT', '/v2/cart/billing', body)
}

const getCalifornianBilling = async (page: Page, billing_contact_user_id: number) => {
  const countries = await callApi<Country[]>(page, 'GET', '/countries/regions')
  const california = countries
    .find(candidate => candidate.id === UNITED_STATES_ID)
    ?.regions.find(({ name }) => name === 'California')
  return {
    company: 'Aster & Daughters',
    billing_contact_user_id,
    address: '12 Harbor Way',
    city: 'Oakland',
    postal_code: '94607',
    country_id: UNITED_STATES_ID,
    country_region_id: california?.id,
  }
}

/** Saves the same billing address for the workspace. */
export const saveBilling = async (page: Page, billing_contact_user_id: number) => {
  const { company: company_name, ...address } = await getCalifornianBilling(page, billing_contact_user_id)
  await callApi(page, 'PUT', '/workspaces/billing', { company_name, ...address })
}

/** Registers a buyer who is ready to pay: with a clip in the cart and a billing address. */
export const createBuyer = async (page: Page, license?: Parameters<typeof addToCart>[1]) => {
  const { id, email } = await register(page)
  await addToCart(page, license)
  const cart = await billCart(page, id)
  return { id, email, cart, amount: (cart.total.unformatted / 100).toFixed(2) }
}

/** Pays for the cart with the gateway's test nonce. Returns the order number. */
export const payCart = async (page: Page, { fingerprint }: Cart): Promise<string> => {
  const body = { nonce: 'fake-valid-nonce', payment_type: 'card', payment_method_id: null }
  const { invoice_number } = await callApi<{ invoice_number: string }>(
    page,
    'POST',
    '/v2/cart/checkout',
    {
      ...body,
      remember_payment_method: false,
      seen: fingerprint,
      'g-recaptcha-response': await solveCaptcha(page, 'checkout_form'),
    },
    { 'idempotency-key': randomUUID() },
  )
  return invoice_number
}

/** The order numbers of the logged-in user. */
export const listOrderNumbers = async (page: Page) =>
  (await callApi<{ universal_invoice_number: string }[]>(page, 'GET', '/workspace/orders')).map(
    order => order.universal_invoice_number,
  )
