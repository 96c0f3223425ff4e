/** Fills every field that takes free text with markup, through the API. */
import { randomUUID } from 'node:crypto'

import { logSearches } from '../../src/search/search-log.server.ts'
import type { TestApp, Visitor } from '../app.ts'
import { createAuthenticator } from '../authenticator.ts'
import { solveCaptcha } from '../captcha.ts'
import { createMarkup as text } from '../text-fields.ts'
import { saveTestClips } from './catalog.ts'
import { assignPassword, replayToLedger, seedFilmmaker } from './earnings.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from './orders.ts'
import { good_password as password, registerConfirmedPerson, sendRegistrationMail } from './people.ts'
import { registerPasskey } from './two-step.ts'
import { buildSubmission } from './uploads.ts'

export const license = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 } as const

/** Calls an endpoint by its name in the API description, such as `PUT /api/wishlists/{id}`. Throws unless it succeeds. */
export const submit = async <Data = { id: number }>(
  { visitor }: { visitor: Visitor },
  name: string,
  body: unknown = {},
  parameters: object = {},
): Promise<Data> => {
  const [method = '', template = ''] = name.split(' ')
  const path = template.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => String(parameters[parameter as never]))
  const response = await visitor.send(path, {
    method,
    ...(method !== 'GET' && {
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    }),
  })
  const answer = (await response.json()) as { data: Data }
  if (!response.ok) throw new Error(`${name}: ${response.status} ${JSON.stringify(answer)}`)
  return answer.data
}

/** The API writes its counts every few seconds, which is too late for a test. */
const logTerm = async ({ db, clock }: TestApp) => {
  const term = text()
  await logSearches(db, [{ term, searches: 1, clicks: 0, result_count: 0 }], clock.now())
  return term
}

const nameTexts = () => ({ first_name: text(), last_name: text() })
const companyUrl = () => `studio.example/?${text()}`
const occupationTexts = () => ({ custom_business_type: text(), custom_occupation_type: text() })
const addressTexts = () => ({
  address: text(),
  address2: text(),
  city: text(),
  postal_code: text(),
  region: text(),
})
export const projectTexts = () => ({
  client_name: text(),
  project_name: text(),
  project_description: text(),
  start_date: '2026-04-01',
  po_number: text(),
})

/** Accounts, workspaces and the forms of the site. */
export const fillAccountTexts = async (shop: TestApp, buyer: Buyer) => {
  const guest = { visitor: shop.visitor() }
  await submit(guest, 'POST /api/client-errors', { message: text(), stack: text(), path: text() })
  await submit(guest, 'POST /api/searches', { q: await logTerm(shop) })
  const reader = { visitor: shop.visitor() }
  await submit(reader, 'POST /api/auth/register', {
    email: 'reader@people.example',
    password,
    password_again: password,
    captcha: await solveCaptcha(guest.visitor, 'register'),
    ...nameTexts(),
    referral_code: text(),
    page_url: text(),
    page_name: text(),
    tracking_cookie: text(),
    time_zone: text(),
  })
  await submit(reader, 'POST /api/auth/register/confirm', { code: await sendRegistrationMail(shop) })
  const passkeyOwner = await registerConfirmedPerson(shop)
  await submit(passkeyOwner, 'PUT /api/user/personalization/occupation', occupationTexts())
  await registerPasskey(passkeyOwner.visitor, createAuthenticator({ origin: shop.config.public_url }), { name: text() })
  const newcomer = await seedMember(shop)
  const profile = { ...nameTexts(), company_url: companyUrl(), ...occupationTexts() }
  await submit(newcomer, 'PUT /api/user/onboarding/profile', profile)
  await submit(newcomer, 'PUT /api/workspace/onboarding', { name: text() })
  const clip = await seedClip(shop, text())
  const ireland = await countryId(shop, 'Ireland')
  await submit(newcomer, 'POST /api/v2/cart/items', { ...license, clips: [clip.id] })
  await submit(newcomer, 'POST /api/cart/details', {
    ...nameTexts(),
    email: newcomer.email,
    ...addressTexts(),
    country: text(),
    country_id: ireland,
    po_number: text(),
  })

  const occupation = occupationTexts()
  await submit(buyer, 'PUT /api/user/profile', { ...nameTexts(), company_url: companyUrl(), occupation })
  await submit(buyer, 'PUT /api/workspaces/name', { name: text() })
  await submit(buyer, 'PUT /api/workspaces/billing', {
    company_name: text(),
    billing_contact_user_id: buyer.user_id,
    ...addressTexts(),
    country_id: ireland,
  })
  await submit(buyer, 'POST /api/workspace/invite', { invitees: [{ email: 'mate@example.com', role: 'admin' }] })
  const contact = { name: text(), email: buyer.email, message: text() }
  await submit(buyer, 'POST /api/forms/contact', { ...contact, topic: 'licensing' })
  // A filled honeypot makes no ticket.
  await submit(buyer, 'POST /api/forms/contact', { ...contact, topic: 'licensing', website: text() })
  const research = { name: text(), email: buyer.email, message: text(), project: text(), deadline: 'week' }
  await submit(buyer, 'POST /api/forms/footage-research', research)
  await submit(buyer, 'POST /api/forms/footage-research', { ...research, website: text() })
  await submit(buyer, 'POST /api/customlicense', { name: text(), email: buyer.email, message: text() })
  await submit(buyer, 'POST /api/forms/workspace-support-request', { topic: 'team', message: text() })
  await submit(buyer, 'POST /api/forms/unlock-enterprise-features', { topic: 'rates', message: text() })
  await submit(buyer, 'POST /api/forms/workspace-billing-change-request', { topic: 'term', message: text() })
  const rate = { end_client: text(), clips: text(), message: text() }
  await submit(buyer, 'POST /api/forms/request-preferred-rate', rate)
  return { newcomer, passkeyOwner }
}

const countryId = async ({ db }: TestApp, name: string) =>
  (await db.selectFrom('countries').where('name', '=', name).select('id').executeTakeFirstOrThrow()).id

/** Clips whose names are markup: one with a page of its own, and one to sell. */
export const seedMarkupClips = async (shop: TestApp) => {
  const names = { filmmaker: text(), shoot: text(), scene: text(), category: text(), subcategory: text() }
  const words = { name: text(), description: text(), keywords: [text(), 'tide', 'dusk'], location_type: text() }
  const [shown = 0] = await saveTestClips(shop, [{ ...names, ...words }])
  return { shown, sold: await seedClip(shop, text()) }
}

/** Boards, carts, orders and purchase requests. */
export const fillBuyerTexts = async (
  shop: TestApp,
  buyer: Buyer,
  clips: Awaited<ReturnType<typeof seedMarkupClips>>,
) => {
  const clip_id = [clips.shown, clips.sold.id]
  await submit(buyer, 'POST /api/searches/clicks', { q: await logTerm(shop), clip_id: clips.sold.id })
  await submit(buyer, 'POST /api/wishlists', { name: text(), clip_id })
  const board = await submit(buyer, 'POST /api/wishlists', { name: 'Harbors', clip_id })
  await submit(buyer, 'PUT /api/wishlists/{id}', { name: text() }, { id: board.id })
  const { url } = await submit<{ url: string }>(buyer, 'POST /api/wishlists/{id}/share', {}, { id: board.id })

  const colleague = await seedMember(shop, 'admin', buyer.workspace_id)
  await submit(colleague, 'PUT /api/user/profile', { ...nameTexts(), company_url: '' })
  const added = await seedClip(shop, text())
  await submit(colleague, 'POST /api/wishlists/{id}/attach', { clip_id: [added.id] }, board)

  const country_id = await countryId(shop, 'Ireland')
  await submit(buyer, 'POST /api/v2/cart/items', { ...license, clips: [clips.sold.id] })
  const billing = { company: text(), billing_contact_user_id: buyer.user_id, ...addressTexts(), country_id }
  const cart = await submit<{ hash: string; fingerprint: string }>(buyer, 'PUT /api/v2/cart/billing', billing)
  const invoiced = await submit<{ order_id: number; invoice_number: string }>(buyer, 'POST /api/v2/cart/self-invoice', {
    cart_hash: cart.hash,
    seen: cart.fingerprint,
    ...projectTexts(),
  })
  const parts = { company: text(), contact: text(), ...addressTexts(), country: 'Ireland' }
  const paid = await seedOrder(shop, buyer, 'paid', { clips: [clips.sold], billing: parts, po_number: text() })
  const details = 'PUT /api/workspace/orders/{id}/project-details'
  await submit(buyer, details, projectTexts(), { id: paid.number })

  const manager = await seedMember(shop, 'asset_manager', buyer.workspace_id)
  const requests: number[] = []
  for (const decline_reason of [text(), null]) {
    await submit(manager, 'POST /api/v2/cart/items', { ...license, clips: [clips.sold.id] })
    const { id } = await submit(manager, 'POST /api/workspace/purchase-requests', { note: text() })
    if (decline_reason)
      await submit(buyer, 'POST /api/workspace/purchase-requests/{id}/decline', { decline_reason }, { id })
    requests.push(id)
  }
  return { board: board.id, shared: new URL(url), invoiced, paid, requests, manager }
}

/** Uploads, drafts and payouts of filmmakers. */
export const fillFilmmakerTexts = async (shop: TestApp, editor: Buyer) => {
  const clip = await seedClip(shop, text())
  const filmmaker = await seedFilmmaker(shop, clip)
  const { filmmaker_id } = filmmaker
  await assignPassword(shop, filmmaker)
  const payee = { payee_name: text(), paypal_email: 'ines@marlow.example' }
  await submit(filmmaker, 'PUT /api/filmmaker/payout-settings', { ...payee, password })
  const file = () => ({ shoot: text(), file_name: text(), size_bytes: 1_000 })
  await submit(filmmaker, 'POST /api/filmmaker/uploads', file())
  await submit(editor, 'POST /api/admin/uploads', { ...file(), filmmaker_id })
  const [described, submitted] = [await seedClip(shop), await seedClip(shop)]
  const drafts = [described.id, submitted.id]
  const status = { status: 'draft', published_at: null, filmmaker_id } as const
  await shop.db.updateTable('clips').set(status).where('id', 'in', drafts).execute()
  const { id: category_id } = await shop.db.selectFrom('categories').select('id').executeTakeFirstOrThrow()
  const words = () => ({
    ...buildSubmission(category_id),
    name: text(),
    description: text(),
    keywords: [text(), text(), text()],
    shoot: text(),
    location_type: text(),
    camera: text(),
    lens: text(),
  })
  await submit(filmmaker, 'PUT /api/filmmaker/clips/{id}', words(), described)
  await submit(filmmaker, 'POST /api/filmmaker/clips/{id}/submission', words(), submitted)
  const sentBack = { clip_ids: [submitted.id], move: 'send_back', reason: text() }
  await submit(editor, 'POST /api/admin/clip-status-changes', sentBack)
  await seedOrder(shop, await seedMember(shop), 'paid', { clips: [clip] })
  await replayToLedger(shop)
  return { filmmaker, drafts, payee }
}
