/** The shop as a process that is killed while people pay: whatever moment that is, they are charged once or not at all. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { Refusal } from '#platform/refusal.ts'

import { startSandbox, type Sandbox } from '../../sandbox/start.ts'
import type { TestApp } from '../../testing/app.ts'
import { besideGateway, controlsOf } from '../../testing/builders/checkout.ts'
import { chargesOf, standing } from '../../testing/builders/gone-wrong.ts'
import { aClip } from '../../testing/builders/orders.ts'
import { payers, ways, type Way } from '../../testing/builders/payers.ts'
import { placeShop } from '../../testing/process.ts'
import { getAttempt } from './contract.ts'

type Step = {
  step: string
  fault: Parameters<ReturnType<typeof controlsOf>['faults']>[0]
  some: Way[]
  is_paid: boolean
}

const silent = 'timeout_after_success'
const slow = 'before the gateway has worked on the sale'
const steps: Step[] = [
  {
    step: 'before its bank is asked',
    fault: { kind: silent, on: 'nonce' },
    some: ['a cart, by a new card', 'a cart, by a kept card'],
    is_paid: false,
  },
  {
    step: 'while what is new is checked',
    fault: { kind: silent, on: 'payment_method' },
    some: ['a cart, by PayPal', 'a quote'],
    is_paid: false,
  },
  {
    step: 'after the sale, before its answer is written down',
    fault: { kind: silent, on: 'sale' },
    some: ways,
    is_paid: true,
  },
  // The last, so that it is killed before the gateway goes on.
  {
    step: slow,
    fault: { kind: 'slow', on: 'sale', delay_ms: 6_000 },
    some: ['a cart, by a new card', 'an order on account, by its number', 'a custom cart'],
    is_paid: true,
  },
]
type Payer = Awaited<ReturnType<(typeof payers)[Way]>>
type Paying = { payer: Payer; way: Way; key: string; heard: string; order_id?: number; told?: string; stands?: string }

let sandbox: Sandbox
let place: Awaited<ReturnType<typeof placeShop>>
const at_step = new Map<string, Paying[]>()
/** Who pays when it is killed in the middle of whatever it does. */
let crowd: Paying[]

/** What they hear: of a process that was killed, nothing. */
const pay = ({ payer, key }: Paying): Promise<string> =>
  payer.pay(key).then(
    ({ state }) => state,
    (error: unknown) => (error instanceof Refusal ? `refused, ${error.status}` : 'nothing'),
  )
const begin = (one: Paying) => void pay(one).then(heard => (one.heard = heard))
const stateOf = async ({ payer, order_id }: Paying) =>
  (await payer.visitor.call(getAttempt, { params: { order_id: String(order_id) } })).data.state
/** Outside a test, where `expect.poll` may not stand. */
const until = (is_so: () => boolean | Promise<boolean>) =>
  vi.waitFor(async () => expect(await is_so()).toBe(true), { timeout: 30_000, interval: 10 })

/** Minutes pass, and the sweeper comes by. */
const letTimePass = async ({ db, jobs }: TestApp) => {
  const attempts = await db.selectFrom('payment_attempts').select(['id', 'started_at']).execute()
  for (const { id, started_at } of attempts)
    await db
      .updateTable('payment_attempts')
      .set({ started_at: new Date(started_at.getTime() - 10 * 60_000) })
      .where('id', '=', id)
      .execute()
  await jobs.start([{ name: 'checkout.sweep', run: async () => {} }], { works: false })
  await jobs.send('checkout.sweep', {})
  await jobs.stop()
}

beforeAll(async () => {
  sandbox = await startSandbox({ debits_settle: false })
  place = await placeShop(besideGateway(sandbox.origins.http, 20_000))
  const gateway = controlsOf(sandbox)
  await place.inside(async shop => {
    const clips = [await aClip(shop), await aClip(shop, 'Paper lanterns')]
    const prepare = (some: readonly Way[]) =>
      Promise.all(
        some.map(async way => ({ way, payer: await payers[way]({ shop, clips }), key: randomUUID(), heard: '' })),
      )
    for (const { step, some } of steps) at_step.set(step, await prepare(some))
    crowd = await prepare([...ways, ...ways])
  })
  const everybody = [...at_step.values(), crowd].flat()

  const first = await place.start()
  for (const { step, fault, some } of steps) {
    await gateway.faults({ ...fault, times: some.length })
    at_step.get(step)?.forEach(begin)
    // A fault that has hit so many calls is gone: by then all of them have come that far.
    await until(async () => (await gateway.faultsLeft()) === 0)
  }
  await first.kill()

  const second = await place.start()
  crowd.forEach(begin)
  await until(() => crowd.some(({ heard }) => heard === 'paid'))
  await second.kill()

  await place.inside(async shop => {
    const attempts = await shop.db.selectFrom('payment_attempts').select(['workspace_id', 'order_id']).execute()
    for (const one of everybody) {
      const attempt = attempts.find(({ workspace_id }) => workspace_id === one.payer.workspace_id)
      if (attempt) one.order_id = attempt.order_id
    }
    // What was slow has been charged by now: the gateway does not know that nobody waits.
    for (const { payer } of at_step.get(slow) ?? [])
      await until(async () => (await chargesOf({ ...gateway, shop }, payer.workspace_id)).length === 1)
    await letTimePass(shop)
  })
  const last = await place.start()
  for (const one of everybody) {
    if (one.order_id !== undefined) await until(async () => (await stateOf(one)) !== 'confirming')
    one.told = await pay(one)
  }
  await last.stop()
  await place.inside(async shop => {
    for (const one of everybody) one.stands = await standing({ ...gateway, shop }, one.payer)
  })
}, 300_000)
afterAll(async () => {
  await place.remove()
  await sandbox.close()
})

const nothing = ({ way }: Paying) =>
  way === 'an order on account, by its number' ? 'invoiced; charged nothing' : 'failed; charged nothing'
const nameOf = ({ way, heard, told, stands }: Paying) => ({ way, heard, told, stands })

test.each(steps)('killed $step', ({ step, is_paid }) => {
  const some = at_step.get(step) ?? []
  expect(some.map(nameOf)).toEqual(
    some.map(one => ({
      way: one.way,
      heard: 'nothing',
      told: is_paid ? 'paid' : 'refused, 422',
      stands: is_paid ? 'paid; charged once' : nothing(one),
    })),
  )
})

test('killed in the middle of whatever it does', () => {
  for (const one of crowd) {
    const { heard, told, stands } = one
    expect(stands).toBe(told === 'paid' ? 'paid; charged once' : nothing(one))
    if (heard === 'paid') expect(told).toBe('paid')
  }
})
