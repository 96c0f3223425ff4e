/** Card testing: declined payments make the next ones wait on every endpoint, and a burst of them alerts staff. */
import { randomUUID } from 'node:crypto'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createPaymentUrl } from '#orders/payment-link.server.ts'
import { addMethod } from '#payments/methods-contract.ts'
import { paymentsReactions } from '#payments/reactions.server.ts'
import { createCaller } from '#platform/http/call.ts'
import type { Refusal } from '#platform/http/refusal.ts'
import { createReactionJobs } from '#platform/jobs/outbox.server.ts'

import { startSandbox, type Sandbox } from '../../sandbox/start.ts'
import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import {
  seedBuyer,
  gatewayEnvironment,
  solveCheckoutCaptcha,
  buildPaymentBody,
  type CartBuyer,
} from '../../testing/builders/checkout.ts'
import { seedClip, seedOrder, type TestClip } from '../../testing/builders/orders.ts'
import { seedQuote, setUsBilling } from '../../testing/builders/quotes.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { solveCaptcha } from '../../testing/captcha.ts'
import { getCart } from '../cart/contract.ts'
import { checkout, checkoutInvoice, getInvoice } from './contract.ts'
import { getLinkedInvoice, payLinkedInvoice } from './invoice-link/contract.ts'
import { payByLink } from './legacy-contract.ts'

const DECLINED_NONCE = 'fake-processor-declined-visa-nonce'
const VALID_NONCE = 'fake-valid-nonce'
const minute_ms = 60_000

let sandbox: Sandbox
let shop: TestApp
let clips: TestClip[]
beforeEach(async () => {
  sandbox = await startSandbox()
  shop = await openTestApp({ ...gatewayEnvironment(sandbox.origins.http, 20_000), RATE_LIMITS: '1', TRUST_PROXY: '1' })
  clips = [await seedClip(shop)]
})
afterEach(async () => {
  vi.restoreAllMocks()
  await shop.close()
  await sandbox.close()
})

let serial = 0
const anAddress = () => `198.51.${(serial += 1)}.7`

/** Returns the same browser behind another address. */
const behindAddress = ({ send }: Pick<Visitor, 'send'>, address: string) =>
  createCaller((url, init) => send(url, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } }))

/** Returns the status, and the message and wait of a refusal. */
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => ({ status: 200, message: '', seconds: 0 }),
    ({ status, message, meta }: Refusal) => ({ status, message, seconds: Number(meta['retry_after_seconds'] ?? 0) }),
  )
const payCart = async ({ visitor }: Pick<CartBuyer, 'visitor'>, nonce = DECLINED_NONCE, address = anAddress()) => {
  const call = behindAddress(visitor, address)
  const seen = (await call(getCart, {})).data.fingerprint
  const body = { ...buildPaymentBody(seen, nonce), ...(await solveCheckoutCaptcha({ call })) }
  return statusOf(call(checkout, { body }, { idempotencyKey: randomUUID() }))
}
const payNumber = async ({ visitor }: Pick<CartBuyer, 'visitor'>, number: string, nonce = DECLINED_NONCE) => {
  const call = behindAddress(visitor, anAddress())
  const seen = (await call(getInvoice, { params: { invoiceNumber: number } })).data.fingerprint
  const body = { ...buildPaymentBody(seen, nonce), ...(await solveCheckoutCaptcha({ call })) }
  return statusOf(call(checkoutInvoice, { params: { invoiceNumber: number }, body }, { idempotencyKey: randomUUID() }))
}
const payOnOnePage = async ({ visitor }: Pick<CartBuyer, 'visitor'>, nonce = DECLINED_NONCE) => {
  const call = behindAddress(visitor, anAddress())
  const { hash } = (await call(getCart, {})).data
  const { seen: _, payment_method_id: __, ...details } = buildPaymentBody('', nonce)
  const body = {
    ...details,
    saved_payment_method_id: null,
    cart_hash: hash ?? '',
    ...(await solveCheckoutCaptcha({ call })),
  }
  return statusOf(call(payByLink, { body }, { idempotencyKey: randomUUID() }))
}
const saveCard = async ({ visitor }: Pick<CartBuyer, 'visitor'>, nonce = DECLINED_NONCE, address = anAddress()) => {
  const call = behindAddress(visitor, address)
  const body = {
    nonce,
    type: 'card' as const,
    'g-recaptcha-response': await solveCaptcha({ call }, 'add_payment_method'),
  }
  return statusOf(call(addMethod, { body }))
}
const wait = (minutes: number) => shop.clock.advance(minutes * minute_ms)
const countStatus = (statuses: readonly { status: number }[], status: number) =>
  statuses.filter(result => result.status === status).length
const listAttemptStates = async () =>
  (await shop.db.selectFrom('payment_attempt_log').select('state').orderBy('id').execute()).map(({ state }) => state)

test('the wait grows with each declined payment, and a successful one resets it', async () => {
  const buyer = await seedBuyer(shop, clips)
  for (let n = 0; n < 3; n += 1) expect(await payCart(buyer)).toMatchObject({ status: 422 })
  expect(await payCart(buyer)).toEqual({
    status: 429,
    seconds: 60,
    message:
      'Too many payments were declined. Please wait a minute and try again, or ask your bank. Nothing was charged.',
  })
  for (const minutes of [1, 5, 15, 60, 60]) {
    expect(await payCart(buyer)).toMatchObject({ status: 429, seconds: minutes * 60 })
    wait(minutes)
    expect(await payCart(buyer)).toMatchObject({ status: 422 })
  }
  wait(60)
  expect(await payCart(buyer, VALID_NONCE)).toMatchObject({ status: 200 })
  const sameUser = { visitor: buyer.visitor }
  const colleague = await seedBuyer(shop, clips, { workspace_id: buyer.workspace_id })
  expect(await payCart(colleague)).toMatchObject({ status: 422 })
  expect(await saveCard(sameUser)).toMatchObject({ status: 422 })
})

test('the response has a Retry-After header', async () => {
  const buyer = await seedBuyer(shop, clips)
  for (let n = 0; n < 3; n += 1) await payCart(buyer)
  const call = buyer.visitor
  const body = { ...buildPaymentBody(buyer.cart.fingerprint, DECLINED_NONCE), ...(await solveCheckoutCaptcha(call)) }
  const response = await call.send('/api/v2/cart/checkout', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
})

test('one declined card causes no wait', async () => {
  const buyer = await seedBuyer(shop, clips)
  expect(await payCart(buyer)).toMatchObject({ status: 422 })
  expect(await payCart(buyer, VALID_NONCE)).toMatchObject({ status: 200 })
})

test('every payment method counts: cart, quote, invoice, one page, and saved cards', async () => {
  const buyer = await seedBuyer(shop, clips)
  await setUsBilling(shop, buyer)
  const invoice = (await seedOrder(shop, buyer, 'invoiced', { clips })).number
  const quote = await seedQuote(shop, buyer, clips)
  const payments = [
    () => payCart(buyer),
    () => payNumber(buyer, invoice),
    () => payNumber(buyer, quote),
    () => payOnOnePage(buyer),
    () => saveCard(buyer),
  ]
  const waits = [0, 0, 0, 1, 5]
  for (const [index, pay] of payments.entries()) {
    wait(waits[index] ?? 0)
    expect([index, (await pay()).status]).toEqual([index, 422])
  }
  for (const pay of payments) expect(await pay()).toMatchObject({ status: 429, seconds: 15 * 60 })
  expect(await listAttemptStates()).toEqual(['declined', 'declined', 'declined', 'declined', 'declined'])
})

test('the limit applies to teammates, and not to other workspaces', async () => {
  const buyer = await seedBuyer(shop, clips)
  for (let n = 0; n < 3; n += 1) await payCart(buyer)
  const teammate = await seedBuyer(shop, clips, { workspace_id: buyer.workspace_id, role: 'purchaser' })
  expect(await payCart(teammate, VALID_NONCE)).toMatchObject({ status: 429 })
  expect(await payCart(await seedBuyer(shop, clips), VALID_NONCE)).toMatchObject({ status: 200 })
})

test('with an unconfirmed email address, three declines block until it is confirmed', async () => {
  const buyer = await seedBuyer(shop, clips)
  const confirm = (email_verified_at: Date | null) =>
    shop.db.updateTable('users').set({ email_verified_at }).where('id', '=', buyer.user_id).execute()
  await confirm(null)
  for (let n = 0; n < 3; n += 1) expect(await payCart(buyer)).toMatchObject({ status: 422 })
  wait(61)
  const message = `Confirm your email address first. We sent a link to ${buyer.email}.`
  expect(await payCart(buyer, VALID_NONCE)).toMatchObject({ status: 403, message })
  await confirm(shop.clock.now())
  expect(await payCart(buyer, VALID_NONCE)).toMatchObject({ status: 200 })
})

test('a gateway failure is not counted', async () => {
  const buyer = await seedBuyer(shop, clips)
  await fetch(`${sandbox.origins.http}/_control/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults: [{ kind: 'error_500', on: 'payment_method', times: 3 }] }),
  })
  for (let n = 0; n < 3; n += 1) expect(await payCart(buyer)).toMatchObject({ status: 422 })
  expect(await listAttemptStates()).toEqual(['void', 'void', 'void'])
})

test('forty accounts behind one address reach the gateway ten times, however many come at once', async () => {
  const buyers = await Promise.all(Array.from({ length: 40 }, () => seedBuyer(shop, clips)))
  const statuses = await Promise.all(buyers.map(buyer => payCart(buyer, DECLINED_NONCE, '203.0.113.9')))
  expect([countStatus(statuses, 422), countStatus(statuses, 429)]).toEqual([10, 30])
  expect(await listAttemptStates()).toEqual(Array.from({ length: 10 }, () => 'declined'))
})

test('forty users of one workspace at once reach it three times, to pay and to save cards', async () => {
  const owner = await seedBuyer(shop, clips)
  const role = 'admin' as const
  const teammates = await Promise.all(
    Array.from({ length: 39 }, () => seedBuyer(shop, clips, { workspace_id: owner.workspace_id, role })),
  )
  const statuses = await Promise.all(
    [owner, ...teammates].map((buyer, index) => (index % 2 === 0 ? payCart(buyer) : saveCard(buyer))),
  )
  expect([countStatus(statuses, 422), countStatus(statuses, 429)]).toEqual([3, 37])
})

const alarm = vi.fn<(line: string) => void>()
/** Runs the reaction to the recorded events, as the worker does. */
const runReaction = async () => {
  vi.spyOn(console, 'error').mockImplementation(alarm)
  const [reaction] = paymentsReactions(shop.deps)
  const [job] = createReactionJobs(shop.deps, paymentsReactions)
  if (!reaction || !job) throw new Error('There is a reaction.')
  const events = shop.db.selectFrom('events').where('name', '=', reaction.event).orderBy('id').select(['id', 'payload'])
  for (const { id, payload } of await events.execute()) await job.run(payload as object, `event:${id}`)
  return shop.mail.sent.filter(({ subject }) => subject.includes('payments were declined')).map(({ to }) => to)
}

test('a burst is mailed to platform admins once an hour, and logged', async () => {
  const [vera, otto] = [await seedStaff(shop, 'platform_admin'), await seedStaff(shop)]
  const testers = await Promise.all(Array.from({ length: 19 }, () => seedBuyer(shop, clips)))
  for (const tester of testers) await payCart(tester)
  expect(await runReaction()).toEqual([])
  await payCart(await seedBuyer(shop, clips))
  expect(await runReaction()).toEqual([vera.email])
  expect(alarm).toHaveBeenCalledWith(expect.stringMatching(/^payments: 20 declined in 10 minutes, 1 of them from /))
  await payCart(await seedBuyer(shop, clips))
  expect(await runReaction()).toEqual([vera.email])
  wait(61)
  for (let n = 0; n < 10; n += 1) await payCart(await seedBuyer(shop, clips), DECLINED_NONCE, '203.0.113.77')
  expect(await runReaction()).toEqual([vera.email, vera.email])
  expect(alarm).toHaveBeenLastCalledWith('payments: 10 declined in 10 minutes, 10 of them from 203.0.113.77')
  expect(shop.mail.sent.map(({ to }) => to)).not.toContain(otto.email)
})

test('declines through the link in an invoice make the next one wait, but not the buyer or the workspace', async () => {
  const buyer = await seedBuyer(shop, clips)
  const order = await seedOrder(shop, buyer, 'invoiced', { clips })
  const [signature = '', number = ''] = createPaymentUrl(shop.deps, order.number).split('/').toReversed()
  const params = { number, signature }
  const { data: invoice } = await shop.visitor().call(getLinkedInvoice, { params })
  const payLink = async () => {
    const visitor = shop.visitor()
    const body = {
      nonce: DECLINED_NONCE,
      seen: invoice.payment?.fingerprint ?? '',
      ...(await solveCheckoutCaptcha(visitor)),
    }
    const options = { idempotencyKey: randomUUID() }
    return statusOf(behindAddress(visitor, anAddress())(payLinkedInvoice, { params, body }, options))
  }
  await shop.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', buyer.user_id).execute()
  for (let index = 0; index < 3; index += 1) expect(await payLink()).toMatchObject({ status: 422 })
  expect(await payLink()).toMatchObject({ status: 429 })
  expect(await payCart(buyer, VALID_NONCE)).toMatchObject({ status: 200 })
})
