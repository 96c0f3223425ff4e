/** The payment methods of a workspace, through the door, beside a real sandbox gateway. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { sweepAttempts } from '#checkout/sweep.server.ts'
import { auditState } from '#workspaces/audit.server.ts'

import { aBuyer, openCheckoutShop } from '../../testing/builders/checkout.ts'
import { aMember } from '../../testing/builders/orders.ts'
import { proofOf } from '../../testing/proof.ts'
import { forget_job } from './forget.server.ts'
import { openGateway, type Gateway } from './gateway.server.ts'
import { paymentsJobs } from './jobs.server.ts'
import { forgetMethod } from './kept-methods.server.ts'
import { addMethod, deleteMethod, listMethods, listMethodsLegacy, makeMethodDefault } from './methods-contract.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: Gateway
beforeAll(async () => {
  at = await openCheckoutShop(2_000)
  gateway = openGateway(at.shop.config) as Gateway
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.faults()
  at.shop.jobs.sent.splice(0)
})

type Person = Pick<Awaited<ReturnType<typeof aMember>>, 'visitor' | 'workspace_id'>

const add = async ({ visitor }: Person, nonce = 'fake-valid-nonce', idempotencyKey = crypto.randomUUID()) => {
  const body = {
    nonce,
    type: 'card' as const,
    'g-recaptcha-response': await proofOf(visitor, 'add_payment_method'),
  }
  return (await visitor.call(addMethod, { body }, { idempotencyKey })).data.id
}
const list = async ({ visitor }: Person) => (await visitor.call(listMethods, {})).data
const remove = ({ visitor }: Person, id: number) => visitor.call(deleteMethod, { params: { id: String(id) } })
const prefer = ({ visitor }: Person, id: number) => visitor.call(makeMethodDefault, { params: { id: String(id) } })
/** The names of this workspace's cards in the gateway's vault. */
const vaultOf = async ({ workspace_id }: Person) => {
  const customer = await at.shop.db
    .selectFrom('payment_customers')
    .where('workspace_id', '=', workspace_id)
    .select('gateway_customer_id')
    .executeTakeFirst()
  return (await at.cards()).filter(card => card.customer_id === customer?.gateway_customer_id).map(card => card.token)
}
/** Works off what was sent about forgetting cards. */
const forgetCards = async () => {
  const work = paymentsJobs(at.shop.deps).find(job => job.name === forget_job)
  for (const { name, data } of at.shop.jobs.sent) if (name === forget_job) await work?.run(data)
}
const outcomesOf = async (asked: Promise<unknown>[]) =>
  (await Promise.allSettled(asked)).map(one =>
    one.status === 'fulfilled' ? 200 : (one.reason as { status: number }).status,
  )

test('a good card is kept and shown as its bank described it; the first one is the default', async () => {
  const owner = await aMember(at.shop, 'owner')
  expect(await list(owner)).toEqual([])
  const first = await add(owner)
  const second = await add(owner, 'fake-valid-mastercard-nonce')
  expect(await list(owner)).toMatchObject([
    { id: first, type: 'card', card_brand: 'Visa', card_last_4: '1111', default: true, is_expired: false },
    { id: second, card_brand: 'MasterCard', default: false, paypal_email: null },
  ])
  for (const { expiration_month, expiration_year } of await list(owner)) {
    expect(expiration_month).toBeGreaterThanOrEqual(1)
    expect(expiration_year).toBeGreaterThan(2026)
  }
  expect((await owner.visitor.call(listMethodsLegacy, {})).data).toEqual(await list(owner))
  await forgetCards()
  expect(await vaultOf(owner)).toHaveLength(2)
})

test('a card that its bank declines is not kept, in no place', async () => {
  const owner = await aMember(at.shop, 'owner')
  await expect(add(owner, 'fake-processor-declined-visa-nonce')).rejects.toMatchObject({
    status: 422,
    message: 'Your bank did not accept this card, so it was not saved. Please check its details or use another.',
  })
  await forgetCards()
  expect(await list(owner)).toEqual([])
  expect(await vaultOf(owner)).toEqual([])
})

test.each(['timeout_after_success', 'error_500'] as const)('a check that ends in %s keeps nothing', async kind => {
  const owner = await aMember(at.shop, 'owner')
  await at.faults({ kind, on: 'payment_method', times: 1 })
  await expect(add(owner)).rejects.toMatchObject({ status: 503 })
  expect(await list(owner)).toEqual([])
  await forgetCards()
  expect(await vaultOf(owner)).toEqual([])
  await add(owner)
  expect(await list(owner)).toHaveLength(1)
})

test('without a proof no card is checked', async () => {
  const { visitor } = await aMember(at.shop, 'owner')
  const body = { nonce: 'fake-valid-nonce', type: 'card' as const }
  await expect(visitor.call(addMethod, { body })).rejects.toMatchObject({
    status: 422,
    errors: { captcha: [expect.any(String)] },
  })
})

test('the same key keeps one card, however often it is sent', async () => {
  const owner = await aMember(at.shop, 'owner')
  const { visitor } = owner
  const proof = await proofOf(visitor, 'add_payment_method')
  const body = { nonce: 'fake-valid-nonce', type: 'card' as const, 'g-recaptcha-response': proof }
  const send = () => visitor.call(addMethod, { body }, { idempotencyKey: 'the-same-key' })
  await outcomesOf(Array.from({ length: 20 }, send))
  expect((await send()).data.id).toBe((await list(owner))[0]?.id)
  expect(await list(owner)).toHaveLength(1)
  expect(await vaultOf(owner)).toHaveLength(1)
})

test('twenty cards at once have one default among them', async () => {
  const owner = await aMember(at.shop, 'owner')
  const ids = await Promise.all(Array.from({ length: 20 }, () => add(owner)))
  expect(new Set(ids).size).toBe(20)
  expect((await list(owner)).filter(method => method.default)).toHaveLength(1)
})

test('twenty choose different defaults at once: one holds', async () => {
  const owner = await aMember(at.shop, 'owner')
  const { workspace_id } = owner
  const ids = [await add(owner), await add(owner), await add(owner)]
  const admins = await Promise.all(Array.from({ length: 20 }, () => aMember(at.shop, 'admin', workspace_id)))
  const said = await outcomesOf(admins.map((admin, n) => prefer(admin, ids[n % 3] ?? 0)))
  expect(said).toEqual(said.map(() => 200))
  const shown = await list(owner)
  expect(shown.map(method => method.default)).toEqual([true, false, false])
  expect(await auditState(at.shop.db, workspace_id)).toMatchObject({ broken_at: null })
})

test('twenty delete one card at once: it goes once, and the newest of the others is the default', async () => {
  const owner = await aMember(at.shop, 'owner')
  const { workspace_id } = owner
  const [first, , third] = [await add(owner), await add(owner), await add(owner)]
  const admins = await Promise.all(Array.from({ length: 20 }, () => aMember(at.shop, 'admin', workspace_id)))
  const said = await outcomesOf(admins.map(admin => remove(admin, first)))
  expect(said.toSorted((one, other) => one - other)).toEqual([200, ...Array.from({ length: 19 }, () => 404)])
  expect(await list(owner)).toMatchObject([{ id: third, default: true }, { default: false }])
  expect(await vaultOf(owner)).toHaveLength(2)
})

test('a card that the gateway could not be told of leaves its vault later', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  const id = await add(buyer)
  const deaf = { ...gateway, forget: () => Promise.reject(new Error('The line is dead.')) }
  await forgetMethod(at.shop.deps, deaf, buyer.actor, id)
  expect(await list(buyer)).toEqual([])
  expect(await vaultOf(buyer)).toHaveLength(1)
  await forgetCards()
  expect(await vaultOf(buyer)).toEqual([])
})

test('while a payment with a card is being confirmed it is not deleted, but others are; after it, it is', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  const id = await add(buyer)
  const other = await add(buyer, 'fake-valid-mastercard-nonce')
  await at.faults({ kind: 'timeout_after_success', on: 'sale', times: 1 })
  expect((await buyer.pay({ nonce: null, payment_method_id: id })).data.state).toBe('confirming')
  await expect(remove(buyer, id)).rejects.toMatchObject({
    status: 409,
    message: 'A payment with this payment method is still being confirmed. Please delete it once that is settled.',
  })
  expect(await list(buyer)).toHaveLength(2)
  await remove(buyer, other)
  expect(await vaultOf(buyer)).toHaveLength(1)
  at.shop.clock.advance(31_000)
  await sweepAttempts(at.shop, gateway)
  await remove(buyer, id)
  expect(await list(buyer)).toEqual([])
})

test('a payment method of another workspace is not there', async () => {
  const [owner, stranger] = [await aMember(at.shop, 'owner'), await aMember(at.shop, 'owner')]
  const id = await add(owner)
  expect(await list(stranger)).toEqual([])
  await expect(remove(stranger, id)).rejects.toMatchObject({ status: 404 })
  await expect(prefer(stranger, id)).rejects.toMatchObject({ status: 404 })
  expect(await list(owner)).toHaveLength(1)
})
