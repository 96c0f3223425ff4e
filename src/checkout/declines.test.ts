/** Card testing: declined payments make the next ones wait, however they are tried, and a burst of them alarms staff. */
import { randomUUID } from 'node:crypto'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { addMethod } from '#payments/methods-contract.ts'
import { paymentsReactions } from '#payments/reactions.server.ts'
import { caller } from '#platform/call.ts'
import { jobOf } from '#platform/outbox.server.ts'
import type { Refusal } from '#platform/refusal.ts'

import { startSandbox, type Sandbox } from '../../sandbox/start.ts'
import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { aBuyer, besideGateway, checkoutProof, payment, type CartBuyer } from '../../testing/builders/checkout.ts'
import { aClip, anOrder, type TestClip } from '../../testing/builders/orders.ts'
import { aQuote, bills } from '../../testing/builders/quotes.ts'
import { aStaff } from '../../testing/builders/staff.ts'
import { proofOf } from '../../testing/proof.ts'
import { getCart } from '../cart/contract.ts'
import { checkout, checkoutInvoice, getInvoice } from './contract.ts'
import { payByLink } from './legacy-contract.ts'

const bad = 'fake-processor-declined-visa-nonce'
const good = 'fake-valid-nonce'
const minute_ms = 60_000

let sandbox: Sandbox
let shop: TestApp
let clips: TestClip[]
beforeEach(async () => {
  sandbox = await startSandbox()
  shop = await openTestApp({ ...besideGateway(sandbox.origins.http, 20_000), RATE_LIMITS: '1', TRUST_PROXY: '1' })
  clips = [await aClip(shop)]
})
afterEach(async () => {
  vi.restoreAllMocks()
  await shop.close()
  await sandbox.close()
})

let serial = 0
const anAddress = () => `198.51.${(serial += 1)}.7`

/** The same browser behind an address. */
const from = ({ send }: Pick<Visitor, 'send'>, address: string) =>
  caller((url, init) => send(url, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } }))

/** Answers the status, and of a refusal what is said. */
const statusOf = (answer: Promise<unknown>) =>
  answer.then(
    () => ({ status: 200, message: '', seconds: 0 }),
    ({ status, message, meta }: Refusal) => ({ status, message, seconds: Number(meta['retry_after_seconds'] ?? 0) }),
  )
const payCart = async ({ visitor }: Pick<CartBuyer, 'visitor'>, nonce = bad, address = anAddress()) => {
  const call = from(visitor, address)
  const seen = (await call(getCart, {})).data.fingerprint
  const body = { ...payment(seen, nonce), ...(await checkoutProof({ call })) }
  return statusOf(call(checkout, { body }, { idempotencyKey: randomUUID() }))
}
const payNumber = async ({ visitor }: Pick<CartBuyer, 'visitor'>, number: string, nonce = bad) => {
  const call = from(visitor, anAddress())
  const seen = (await call(getInvoice, { params: { invoice: number } })).data.fingerprint
  const body = { ...payment(seen, nonce), ...(await checkoutProof({ call })) }
  return statusOf(call(checkoutInvoice, { params: { invoiceNumber: number }, body }, { idempotencyKey: randomUUID() }))
}
const payOnOnePage = async ({ visitor }: Pick<CartBuyer, 'visitor'>, nonce = bad) => {
  const call = from(visitor, anAddress())
  const { hash } = (await call(getCart, {})).data
  const { seen: _, payment_method_id: __, ...means } = payment('', nonce)
  const body = { ...means, saved_payment_method_id: null, cart_hash: hash ?? '', ...(await checkoutProof({ call })) }
  return statusOf(call(payByLink, { body }, { idempotencyKey: randomUUID() }))
}
const saveCard = async ({ visitor }: Pick<CartBuyer, 'visitor'>, nonce = bad, address = anAddress()) => {
  const call = from(visitor, address)
  const body = { nonce, type: 'card' as const, 'g-recaptcha-response': await proofOf({ call }, 'add_payment_method') }
  return statusOf(call(addMethod, { body }))
}
const wait = (minutes: number) => shop.clock.advance(minutes * minute_ms)
const count = (statuses: readonly { status: number }[], status: number) =>
  statuses.filter(one => one.status === status).length
const triesOf = async () =>
  (await shop.db.selectFrom('payment_tries').select('state').orderBy('id').execute()).map(({ state }) => state)

test('the pauses grow with each declined payment, and one that is paid forgets them', async () => {
  const buyer = await aBuyer(shop, clips)
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
  expect(await payCart(buyer, good)).toMatchObject({ status: 200 })
  const next = { visitor: buyer.visitor }
  const again = await aBuyer(shop, clips, { workspace_id: buyer.workspace_id })
  expect(await payCart(again)).toMatchObject({ status: 422 })
  expect(await saveCard(next)).toMatchObject({ status: 422 })
})

test('the answer says in its header when to come again', async () => {
  const buyer = await aBuyer(shop, clips)
  for (let n = 0; n < 3; n += 1) await payCart(buyer)
  const call = buyer.visitor
  const body = { ...payment(buyer.cart.fingerprint, bad), ...(await checkoutProof(call)) }
  const answer = await call.send('/api/v2/cart/checkout', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
})

test('one wrong card hinders nobody', async () => {
  const buyer = await aBuyer(shop, clips)
  expect(await payCart(buyer)).toMatchObject({ status: 422 })
  expect(await payCart(buyer, good)).toMatchObject({ status: 200 })
})

test('every way to pay counts: cart, quote, invoice, one page, and saved cards', async () => {
  const buyer = await aBuyer(shop, clips)
  await bills(shop, buyer)
  const invoice = (await anOrder(shop, buyer, 'invoiced', { clips })).number
  const quote = await aQuote(shop, buyer, clips)
  const ways = [
    () => payCart(buyer),
    () => payNumber(buyer, invoice),
    () => payNumber(buyer, quote),
    () => payOnOnePage(buyer),
    () => saveCard(buyer),
  ]
  const pauses = [0, 0, 0, 1, 5]
  for (const [place, pay] of ways.entries()) {
    wait(pauses[place] ?? 0)
    expect([place, (await pay()).status]).toEqual([place, 422])
  }
  for (const pay of ways) expect(await pay()).toMatchObject({ status: 429, seconds: 15 * 60 })
  expect(await triesOf()).toEqual(['declined', 'declined', 'declined', 'declined', 'declined'])
})

test('a teammate waits with the workspace, others do not', async () => {
  const buyer = await aBuyer(shop, clips)
  for (let n = 0; n < 3; n += 1) await payCart(buyer)
  const mate = await aBuyer(shop, clips, { workspace_id: buyer.workspace_id, role: 'purchaser' })
  expect(await payCart(mate, good)).toMatchObject({ status: 429 })
  expect(await payCart(await aBuyer(shop, clips), good)).toMatchObject({ status: 200 })
})

test('with an unconfirmed email address three are enough until it is confirmed', async () => {
  const buyer = await aBuyer(shop, clips)
  const confirm = (email_verified_at: Date | null) =>
    shop.db.updateTable('users').set({ email_verified_at }).where('id', '=', buyer.user_id).execute()
  await confirm(null)
  for (let n = 0; n < 3; n += 1) expect(await payCart(buyer)).toMatchObject({ status: 422 })
  wait(61)
  const message = `Confirm your email address first. We sent a link to ${buyer.email}.`
  expect(await payCart(buyer, good)).toMatchObject({ status: 403, message })
  await confirm(shop.clock.now())
  expect(await payCart(buyer, good)).toMatchObject({ status: 200 })
})

test('a gateway that is away counts for nobody', async () => {
  const buyer = await aBuyer(shop, clips)
  await fetch(`${sandbox.origins.http}/_control/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults: [{ kind: 'error_500', on: 'payment_method', times: 3 }] }),
  })
  for (let n = 0; n < 3; n += 1) expect(await payCart(buyer)).toMatchObject({ status: 422 })
  expect(await triesOf()).toEqual(['void', 'void', 'void'])
})

test('forty accounts behind one address reach the gateway ten times, however many come at once', async () => {
  const buyers = await Promise.all(Array.from({ length: 40 }, () => aBuyer(shop, clips)))
  const statuses = await Promise.all(buyers.map(buyer => payCart(buyer, bad, '203.0.113.9')))
  expect([count(statuses, 422), count(statuses, 429)]).toEqual([10, 30])
  expect(await triesOf()).toEqual(Array.from({ length: 10 }, () => 'declined'))
})

test('forty of one workspace at once reach it three times, to pay and to save cards', async () => {
  const owner = await aBuyer(shop, clips)
  const role = 'admin' as const
  const mates = await Promise.all(
    Array.from({ length: 39 }, () => aBuyer(shop, clips, { workspace_id: owner.workspace_id, role })),
  )
  const statuses = await Promise.all(
    [owner, ...mates].map((buyer, place) => (place % 2 === 0 ? payCart(buyer) : saveCard(buyer))),
  )
  expect([count(statuses, 422), count(statuses, 429)]).toEqual([3, 37])
})

const alarm = vi.fn<(line: string) => void>()
/** What the worker does with the events. */
const react = async () => {
  vi.spyOn(console, 'error').mockImplementation(alarm)
  const [reaction] = paymentsReactions(shop.deps)
  if (!reaction) throw new Error('There is a reaction.')
  const events = shop.db.selectFrom('events').where('name', '=', reaction.to).orderBy('id').select(['id', 'payload'])
  for (const { id, payload } of await events.execute()) await jobOf(reaction).run(payload as object, `event:${id}`)
  return shop.mail.sent.filter(({ subject }) => subject.includes('payments were declined')).map(({ to }) => to)
}

test('a burst is mailed to platform admins once an hour, and stands in the log', async () => {
  const [vera, otto] = [await aStaff(shop, 'platform_admin'), await aStaff(shop)]
  const testers = await Promise.all(Array.from({ length: 19 }, () => aBuyer(shop, clips)))
  for (const one of testers) await payCart(one)
  expect(await react()).toEqual([])
  await payCart(await aBuyer(shop, clips))
  expect(await react()).toEqual([vera.email])
  expect(alarm).toHaveBeenCalledWith(expect.stringMatching(/^payments: 20 declined in 10 minutes, 1 of them from /))
  await payCart(await aBuyer(shop, clips))
  expect(await react()).toEqual([vera.email])
  wait(61)
  for (let n = 0; n < 10; n += 1) await payCart(await aBuyer(shop, clips), bad, '203.0.113.77')
  expect(await react()).toEqual([vera.email, vera.email])
  expect(alarm).toHaveBeenLastCalledWith('payments: 10 declined in 10 minutes, 10 of them from 203.0.113.77')
  expect(shop.mail.sent.map(({ to }) => to)).not.toContain(otto.email)
})
