/** The payment methods of a workspace, through the API, with a sandbox gateway. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { sweepAttempts } from '#checkout/sweep.server.ts'
import { loadAuditState } from '#workspaces/audit.server.ts'

import { seedBuyer, openCheckoutShop } from '../../testing/builders/checkout.ts'
import { seedMember } from '../../testing/builders/orders.ts'
import { solveCaptcha } from '../../testing/captcha.ts'
import { FORGET_UNSAVED_JOB } from './forget-methods.server.ts'
import { openGateway, type PaymentGateway } from './gateway.server.ts'
import { paymentsJobs } from './jobs.server.ts'
import { addMethod, deleteMethod, listMethods, listMethodsLegacy, makeMethodDefault } from './methods-contract.ts'
import { deletePaymentMethod } from './saved-methods.server.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: PaymentGateway
beforeAll(async () => {
  harness = await openCheckoutShop(2_000)
  gateway = openGateway(harness.shop.config) as PaymentGateway
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.faults()
  harness.shop.jobs.sent.splice(0)
})

type MethodUser = Pick<Awaited<ReturnType<typeof seedMember>>, 'visitor' | 'workspace_id'>

const add = async ({ visitor }: MethodUser, nonce = 'fake-valid-nonce', idempotencyKey = crypto.randomUUID()) => {
  const body = {
    nonce,
    type: 'card' as const,
    'g-recaptcha-response': await solveCaptcha(visitor, 'add_payment_method'),
  }
  return (await visitor.call(addMethod, { body }, { idempotencyKey })).data.id
}
const listAll = async ({ visitor }: MethodUser) => (await visitor.call(listMethods, {})).data
const remove = ({ visitor }: MethodUser, id: number) => visitor.call(deleteMethod, { params: { id: String(id) } })
const makeDefault = ({ visitor }: MethodUser, id: number) =>
  visitor.call(makeMethodDefault, { params: { id: String(id) } })
/** Returns the tokens of this workspace’s cards in the gateway’s vault. */
const vaultTokens = async ({ workspace_id }: MethodUser) => {
  const customer = await harness.shop.db
    .selectFrom('payment_customers')
    .where('workspace_id', '=', workspace_id)
    .select('gateway_customer_id')
    .executeTakeFirst()
  return (await harness.cards())
    .filter(card => card.customer_id === customer?.gateway_customer_id)
    .map(card => card.token)
}
/** Runs the queued jobs that remove cards from the vault. */
const runForgetJobs = async () => {
  const job = paymentsJobs(harness.shop.deps).find(candidate => candidate.name === FORGET_UNSAVED_JOB)
  for (const { name, data } of harness.shop.jobs.sent) if (name === FORGET_UNSAVED_JOB) await job?.run(data)
}
const statusesOf = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map(result =>
    result.status === 'fulfilled' ? 200 : (result.reason as { status: number }).status,
  )

test('a valid card is saved with its bank’s details, and the first one is the default', async () => {
  const owner = await seedMember(harness.shop, 'owner')
  expect(await listAll(owner)).toEqual([])
  const first = await add(owner)
  const second = await add(owner, 'fake-valid-mastercard-nonce')
  expect(await listAll(owner)).toMatchObject([
    { id: first, type: 'card', card_brand: 'Visa', card_last_4: '1111', default: true, is_expired: false },
    { id: second, card_brand: 'MasterCard', default: false, paypal_email: null },
  ])
  for (const { expiration_month, expiration_year } of await listAll(owner)) {
    expect(expiration_month).toBeGreaterThanOrEqual(1)
    expect(expiration_year).toBeGreaterThan(2026)
  }
  expect((await owner.visitor.call(listMethodsLegacy, {})).data).toEqual(await listAll(owner))
  await runForgetJobs()
  expect(await vaultTokens(owner)).toHaveLength(2)
})

test('a declined card is saved nowhere', async () => {
  const owner = await seedMember(harness.shop, 'owner')
  await expect(add(owner, 'fake-processor-declined-visa-nonce')).rejects.toMatchObject({
    status: 422,
    message: 'Your bank did not accept this card, so it was not saved. Please check its details or use another.',
  })
  await runForgetJobs()
  expect(await listAll(owner)).toEqual([])
  expect(await vaultTokens(owner)).toEqual([])
})

test.each(['timeout_after_success', 'error_500'] as const)(
  'a verification that ends in %s saves nothing',
  async kind => {
    const owner = await seedMember(harness.shop, 'owner')
    await harness.faults({ kind, on: 'payment_method', times: 1 })
    await expect(add(owner)).rejects.toMatchObject({ status: 503 })
    expect(await listAll(owner)).toEqual([])
    await runForgetJobs()
    expect(await vaultTokens(owner)).toEqual([])
    await add(owner)
    expect(await listAll(owner)).toHaveLength(1)
  },
)

test('without a captcha token no card is verified', async () => {
  const { visitor } = await seedMember(harness.shop, 'owner')
  const body = { nonce: 'fake-valid-nonce', type: 'card' as const }
  await expect(visitor.call(addMethod, { body })).rejects.toMatchObject({
    status: 422,
    errors: { captcha: [expect.any(String)] },
  })
})

test('the same key saves one card, however often it is sent', async () => {
  const owner = await seedMember(harness.shop, 'owner')
  const { visitor } = owner
  const captchaToken = await solveCaptcha(visitor, 'add_payment_method')
  const body = { nonce: 'fake-valid-nonce', type: 'card' as const, 'g-recaptcha-response': captchaToken }
  const send = () => visitor.call(addMethod, { body }, { idempotencyKey: 'the-same-key' })
  await statusesOf(Array.from({ length: 20 }, send))
  expect((await send()).data.id).toBe((await listAll(owner))[0]?.id)
  expect(await listAll(owner)).toHaveLength(1)
  expect(await vaultTokens(owner)).toHaveLength(1)
})

test('twenty concurrent cards have one default', async () => {
  const owner = await seedMember(harness.shop, 'owner')
  const ids = await Promise.all(Array.from({ length: 20 }, () => add(owner)))
  expect(new Set(ids).size).toBe(20)
  expect((await listAll(owner)).filter(method => method.default)).toHaveLength(1)
})

test('twenty concurrent default changes end with one default', async () => {
  const owner = await seedMember(harness.shop, 'owner')
  const { workspace_id } = owner
  const ids = [await add(owner), await add(owner), await add(owner)]
  const admins = await Promise.all(Array.from({ length: 20 }, () => seedMember(harness.shop, 'admin', workspace_id)))
  const statuses = await statusesOf(admins.map((admin, n) => makeDefault(admin, ids[n % 3] ?? 0)))
  expect(statuses).toEqual(statuses.map(() => 200))
  const methods = await listAll(owner)
  expect(methods.map(method => method.default)).toEqual([true, false, false])
  expect(await loadAuditState(harness.shop.db, workspace_id)).toMatchObject({ broken_at: null })
})

test('twenty concurrent deletions delete a card once, and the newest other card becomes the default', async () => {
  const owner = await seedMember(harness.shop, 'owner')
  const { workspace_id } = owner
  const [first, , third] = [await add(owner), await add(owner), await add(owner)]
  const admins = await Promise.all(Array.from({ length: 20 }, () => seedMember(harness.shop, 'admin', workspace_id)))
  const statuses = await statusesOf(admins.map(admin => remove(admin, first)))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 19 }, () => 404)])
  expect(await listAll(owner)).toMatchObject([{ id: third, default: true }, { default: false }])
  expect(await vaultTokens(owner)).toHaveLength(2)
})

test('a card is removed from the vault later when the gateway is unreachable', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const id = await add(buyer)
  const unreachable = { ...gateway, forget: () => Promise.reject(new Error('The line is dead.')) }
  await deletePaymentMethod(harness.shop.deps, unreachable, buyer.actor, id)
  expect(await listAll(buyer)).toEqual([])
  expect(await vaultTokens(buyer)).toHaveLength(1)
  await runForgetJobs()
  expect(await vaultTokens(buyer)).toEqual([])
})

test('a card cannot be deleted while a payment with it is being confirmed, but other cards can', async () => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const id = await add(buyer)
  const other = await add(buyer, 'fake-valid-mastercard-nonce')
  await harness.faults({ kind: 'timeout_after_success', on: 'sale', times: 1 })
  expect((await buyer.pay({ nonce: null, payment_method_id: id })).data.state).toBe('confirming')
  await expect(remove(buyer, id)).rejects.toMatchObject({
    status: 409,
    message: 'A payment with this payment method is still being confirmed. Please delete it once that is settled.',
  })
  expect(await listAll(buyer)).toHaveLength(2)
  await remove(buyer, other)
  expect(await vaultTokens(buyer)).toHaveLength(1)
  harness.shop.clock.advance(31_000)
  await sweepAttempts(harness.shop, gateway)
  await remove(buyer, id)
  expect(await listAll(buyer)).toEqual([])
})

test('a payment method of another workspace is not found', async () => {
  const [owner, stranger] = [await seedMember(harness.shop, 'owner'), await seedMember(harness.shop, 'owner')]
  const id = await add(owner)
  expect(await listAll(stranger)).toEqual([])
  await expect(remove(stranger, id)).rejects.toMatchObject({ status: 404 })
  await expect(makeDefault(stranger, id)).rejects.toMatchObject({ status: 404 })
  expect(await listAll(owner)).toHaveLength(1)
})
