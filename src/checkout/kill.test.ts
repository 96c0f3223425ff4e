/** The shop as a process that is killed during payments: at any moment, buyers are charged once or not at all. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { Refusal } from '#platform/http/refusal.ts'

import { startSandbox, type Sandbox } from '../../sandbox/start.ts'
import type { TestApp } from '../../testing/app.ts'
import { gatewayEnvironment, createGatewayControls } from '../../testing/builders/checkout.ts'
import { listCharges, summarizePayments } from '../../testing/builders/gateway-failures.ts'
import { seedClip } from '../../testing/builders/orders.ts'
import { payers, payerNames, type PayerName } from '../../testing/builders/payers.ts'
import { createProcessShop } from '../../testing/process.ts'
import { getAttempt } from './contract.ts'

type KillStep = {
  step: string
  fault: Parameters<ReturnType<typeof createGatewayControls>['faults']>[0]
  names: PayerName[]
  is_paid: boolean
}

const SILENT_FAULT = 'timeout_after_success'
const SLOW_STEP = 'before the gateway has worked on the sale'
const steps: KillStep[] = [
  {
    step: 'before its bank is asked',
    fault: { kind: SILENT_FAULT, on: 'nonce' },
    names: ['a cart, by a new card', 'a cart, by a saved card'],
    is_paid: false,
  },
  {
    step: 'while what is new is checked',
    fault: { kind: SILENT_FAULT, on: 'payment_method' },
    names: ['a cart, by PayPal', 'a quote'],
    is_paid: false,
  },
  {
    step: 'after the sale, before its answer is written down',
    fault: { kind: SILENT_FAULT, on: 'sale' },
    names: payerNames,
    is_paid: true,
  },
  // Last, so that the process is killed before the gateway continues.
  {
    step: SLOW_STEP,
    fault: { kind: 'slow', on: 'sale', delay_ms: 6_000 },
    names: ['a cart, by a new card', 'an order on account, by its number', 'a custom cart'],
    is_paid: true,
  },
]
type KilledPayer = Awaited<ReturnType<(typeof payers)[PayerName]>>
type KilledPayment = {
  payer: KilledPayer
  payerName: PayerName
  key: string
  first_result: string
  order_id?: number
  final_result?: string
  end_state?: string
}

let sandbox: Sandbox
let processShop: Awaited<ReturnType<typeof createProcessShop>>
const paymentsByStep = new Map<string, KilledPayment[]>()
/** The buyers who pay when the process is killed at a random moment. */
let crowd: KilledPayment[]

/** Returns the result of a payment; 'nothing' when the process was killed. */
const pay = ({ payer, key }: KilledPayment): Promise<string> =>
  payer.pay(key).then(
    ({ state }) => state,
    (error: unknown) => (error instanceof Refusal ? `refused, ${error.status}` : 'nothing'),
  )
const begin = (payment: KilledPayment) => void pay(payment).then(result => (payment.first_result = result))
const stateOf = async ({ payer, order_id }: KilledPayment) =>
  (await payer.visitor.call(getAttempt, { params: { order_id: String(order_id) } })).data.state
/** Works outside a test, where `expect.poll` is not available. */
const waitUntil = (condition: () => boolean | Promise<boolean>) =>
  vi.waitFor(async () => expect(await condition()).toBe(true), { timeout: 90_000, interval: 10 })

/** Moves the attempts into the past and queues a sweep. */
const letTimePass = async ({ db, jobs }: TestApp) => {
  const attempts = await db.selectFrom('payment_attempts').select(['id', 'started_at']).execute()
  for (const { id, started_at } of attempts)
    await db
      .updateTable('payment_attempts')
      .set({ started_at: new Date(started_at.getTime() - 10 * 60_000) })
      .where('id', '=', id)
      .execute()
  await jobs.start([{ name: 'checkout.sweep', run: async () => {} }], { isWorker: false })
  await jobs.send('checkout.sweep', {})
  await jobs.stop()
}

beforeAll(async () => {
  sandbox = await startSandbox({ debits_settle: false })
  processShop = await createProcessShop(gatewayEnvironment(sandbox.origins.http, 20_000))
  const gateway = createGatewayControls(sandbox)
  await processShop.inside(async shop => {
    const clips = [await seedClip(shop), await seedClip(shop, 'Paper lanterns')]
    const prepare = (names: readonly PayerName[]) =>
      Promise.all(
        names.map(async payerName => ({
          payerName,
          payer: await payers[payerName]({ shop, clips }),
          key: randomUUID(),
          first_result: '',
        })),
      )
    for (const { step, names } of steps) paymentsByStep.set(step, await prepare(names))
    crowd = await prepare([...payerNames, ...payerNames])
  })
  const allPayments = [...paymentsByStep.values(), crowd].flat()

  const first = await processShop.start()
  for (const { step, fault, names } of steps) {
    await gateway.faults({ ...fault, times: names.length })
    paymentsByStep.get(step)?.forEach(begin)
    // A fault that was hit this often is removed, so all calls have arrived by then.
    await waitUntil(async () => (await gateway.faultsLeft()) === 0)
  }
  await first.kill()

  const second = await processShop.start()
  crowd.forEach(begin)
  await waitUntil(() => crowd.some(({ first_result: heard }) => heard === 'paid'))
  await second.kill()

  await processShop.inside(async shop => {
    const attempts = await shop.db.selectFrom('payment_attempts').select(['workspace_id', 'order_id']).execute()
    for (const payment of allPayments) {
      const attempt = attempts.find(({ workspace_id }) => workspace_id === payment.payer.workspace_id)
      if (attempt) payment.order_id = attempt.order_id
    }
    // The slow sales have been charged by now, because the gateway continues without the client.
    for (const { payer } of paymentsByStep.get(SLOW_STEP) ?? [])
      await waitUntil(async () => (await listCharges({ ...gateway, shop }, payer.workspace_id)).length === 1)
    await letTimePass(shop)
  })
  const last = await processShop.start()
  for (const payment of allPayments) {
    if (payment.order_id !== undefined) await waitUntil(async () => (await stateOf(payment)) !== 'confirming')
    payment.final_result = await pay(payment)
  }
  await last.stop()
  await processShop.inside(async shop => {
    for (const payment of allPayments) payment.end_state = await summarizePayments({ ...gateway, shop }, payment.payer)
  })
}, 300_000)
afterAll(async () => {
  await processShop.remove()
  await sandbox.close()
})

const notCharged = ({ payerName }: KilledPayment) =>
  payerName === 'an order on account, by its number' ? 'invoiced; charged nothing' : 'failed; charged nothing'
const resultOf = ({ payerName, first_result, final_result, end_state }: KilledPayment) => ({
  payerName,
  first_result,
  final_result,
  end_state,
})

test.each(steps)('killed $step', ({ step, is_paid }) => {
  const payments = paymentsByStep.get(step) ?? []
  expect(payments.map(resultOf)).toEqual(
    payments.map(payment => ({
      payerName: payment.payerName,
      first_result: 'nothing',
      final_result: is_paid ? 'paid' : 'refused, 422',
      end_state: is_paid ? 'paid; charged once' : notCharged(payment),
    })),
  )
})

test('killed at a random moment', () => {
  for (const payment of crowd) {
    const { first_result, final_result, end_state } = payment
    expect(end_state).toBe(final_result === 'paid' ? 'paid; charged once' : notCharged(payment))
    if (first_result === 'paid') expect(final_result).toBe('paid')
  }
})
