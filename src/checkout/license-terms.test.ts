/** The license terms that an order is made under. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { getContentPage, getContentText, getContentVersion } from '#content/contract.ts'
import { licenseRules } from '#licensing/license-rules.ts'
import { getOrder } from '#orders/contract.ts'
import { CHANGED_TERMS_TEXT } from '#orders/license-terms.server.ts'
import { sha256 } from '#platform/ids.server.ts'

import { buildPaymentBody, openCheckoutShop, seedBuyer, solveCheckoutCaptcha } from '../../testing/builders/checkout.ts'
import { seedContentVersion } from '../../testing/builders/content.ts'
import { extractPdfText } from '../../testing/pdf.ts'
import { checkoutInvoice, getInvoice, selfInvoice } from './contract.ts'

let opened: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  opened = await openCheckoutShop()
})
afterAll(() => opened.close())

const { duration, precedence, warranty, indemnity, ai, trademark } = licenseRules
const params = { slug: 'license-terms' }
const HOUR_MS = 3_600_000
const openBuyer = () => seedBuyer(opened.shop, opened.clips)
type CheckoutBuyer = Awaited<ReturnType<typeof openBuyer>>
const loadTerms = async (buyer: CheckoutBuyer) => (await buyer.visitor.call(getContentVersion, { params })).data
const loadOrder = async (buyer: CheckoutBuyer, id: string) =>
  (await buyer.visitor.call(getOrder, { params: { id } })).data
const listAcceptances = (order_id: number) =>
  opened.shop.db
    .selectFrom('order_acceptances')
    .where('order_id', '=', order_id)
    .select(['user_id', 'text_id', 'text_sha256', 'accepted_at'])
    .orderBy('id')
    .execute()
/** Buys the cart on account. */
const buyOnAccount = async ({ visitor, workspace_id, cart }: CheckoutBuyer, terms_version: number) => {
  await opened.shop.db
    .updateTable('workspaces')
    .set({ has_self_invoicing: true, credit_limit_cents: 1_000_000, net_payment_term_days: 45 })
    .where('id', '=', workspace_id)
    .execute()
  const { data } = await visitor.call(selfInvoice, {
    body: {
      cart_hash: cart.hash ?? '',
      terms_version,
      client_name: 'Northwind Ferries',
      project_name: 'Winter timetable',
      project_description: 'A spot',
      start_date: '2026-04-01',
      po_number: '',
    },
  })
  return data
}
/** Changes the license terms now. */
const changeTerms = (text: string) => {
  opened.shop.clock.advance(1_000)
  return seedContentVersion(opened.shop, {
    slug: 'license-terms',
    source: `- ${text}\n- No resale.\n\n## All of it\n\n${text}`,
    effective_from: opened.shop.clock.now(),
  })
}

test('an order keeps who accepted which version when, and its page, agreement and address show that version', async () => {
  const { shop } = opened
  const buyer = await openBuyer()
  const terms = await loadTerms(buyer)
  const { data } = await buyer.pay({ terms_version: terms.id })
  const accepted_at = shop.clock.now()
  expect(await listAcceptances(data.order_id)).toEqual([
    { user_id: buyer.user_id, text_id: terms.id, text_sha256: terms.sha256, accepted_at },
  ])
  shop.clock.advance(HOUR_MS)
  await changeTerms('Everything changed.')
  const order = await loadOrder(buyer, data.invoice_number ?? '')
  expect(order.license_terms).toEqual({
    version: terms.id,
    sha256: terms.sha256,
    effective_from: terms.effective_from,
    accepted_at: accepted_at.toISOString(),
  })
  const response = await buyer.visitor.send(`/api/workspace/orders/${data.invoice_number}/license-agreement`, {
    method: 'GET',
  })
  const agreement = (await extractPdfText(Buffer.from(await response.arrayBuffer()))).replaceAll(/\s+/g, ' ')
  for (const { short } of [duration, precedence, warranty, indemnity, ai, trademark]) expect(agreement).toContain(short)
  expect(agreement).toContain(`/license-terms?version=${terms.id}`)
  expect(agreement.replaceAll(' ', '')).toContain(terms.sha256)
  expect(agreement).not.toContain('Everything changed.')

  const { data: earlier } = await buyer.visitor.call(getContentPage, { params, query: { version: String(terms.id) } })
  expect(earlier).toMatchObject({
    title: 'License terms',
    version: { id: terms.id, sha256: terms.sha256, is_current: false },
  })
  expect(earlier.document.html).toContain('You pay once.')
  const { data: exact } = await buyer.visitor.call(getContentText, { params, query: { version: String(terms.id) } })
  expect(sha256(exact.text)).toBe(terms.sha256)
})

test('an order that is paid while a new version takes effect keeps the one that the buyer was shown', async () => {
  const { shop } = opened
  const buyers = await Promise.all(Array.from({ length: 20 }, openBuyer))
  const termsOfBuyers = await Promise.all(buyers.map(loadTerms))
  const [{ id: shownId } = { id: 0 }] = termsOfBuyers
  expect(new Set(termsOfBuyers.map(({ id }) => id))).toEqual(new Set([shownId]))
  const [orders] = await Promise.all([
    Promise.all(buyers.map(buyer => buyOnAccount(buyer, shownId))),
    changeTerms('Changed while they paid.'),
  ])
  const accepted = await Promise.all(orders.map(({ order_id }) => listAcceptances(order_id)))
  expect(accepted.map(([first]) => first?.text_id)).toEqual(buyers.map(() => shownId))
  // Another buyer, who saw the new version.
  const next = await openBuyer()
  const current = await loadTerms(next)
  expect(current.id).not.toBe(shownId)
  const { data } = await next.pay({ terms_version: current.id })
  expect(await listAcceptances(data.order_id)).toMatchObject([{ text_id: current.id, text_sha256: current.sha256 }])
  shop.clock.advance(HOUR_MS)
})

test('a version that was replaced a day ago, or never shown, is not accepted, and nothing is charged', async () => {
  const { shop } = opened
  const buyer = await openBuyer()
  const terms = await loadTerms(buyer)
  shop.clock.advance(HOUR_MS)
  await changeTerms('Changed once more.')
  shop.clock.advance(25 * HOUR_MS)
  const current = await loadTerms(buyer)
  for (const terms_version of [terms.id, 999_999])
    await expect(buyer.pay({ terms_version })).rejects.toMatchObject({ status: 409, message: CHANGED_TERMS_TEXT })
  const orders = await shop.db.selectFrom('orders').where('user_id', '=', buyer.user_id).select('id').execute()
  expect(orders).toEqual([])
  // Without a version, the current one is accepted.
  const { data } = await buyer.pay()
  expect(await listAcceptances(data.order_id)).toMatchObject([{ text_id: current.id }])
})

test('an order on account keeps its version when somebody pays the invoice later, and that person accepts it, too', async () => {
  const { shop } = opened
  const buyer = await openBuyer()
  const terms = await loadTerms(buyer)
  const placed = await buyOnAccount(buyer, terms.id)
  shop.clock.advance(HOUR_MS)
  await changeTerms('Changed before the invoice was paid.')
  const invoiceNumber = placed.invoice_number
  const { data: invoice } = await buyer.visitor.call(getInvoice, { params: { invoiceNumber } })
  expect(invoice.terms_version).toBe(terms.id)
  await buyer.visitor.call(
    checkoutInvoice,
    {
      params: { invoiceNumber },
      body: {
        ...buildPaymentBody(invoice.fingerprint),
        terms_version: terms.id,
        ...(await solveCheckoutCaptcha(buyer.visitor)),
      },
    },
    { idempotencyKey: randomUUID() },
  )
  expect((await listAcceptances(placed.order_id)).map(({ text_id }) => text_id)).toEqual([terms.id, terms.id])
  expect((await loadOrder(buyer, invoiceNumber)).license_terms.version).toBe(terms.id)
})
