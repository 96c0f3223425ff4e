/**
 * Whatever goes wrong at whichever step, nobody is charged twice and no paid order is lost. Each row of
 * docs/fault-matrix.md is carried out here: `vitest -u` writes the page anew.
 */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { openGateway, type Gateway } from '#payments/gateway.server.ts'

import { aBuyer, checkoutProof, openCheckoutShop, payment } from '../../testing/builders/checkout.ts'
import { chargesOf, dyingAt, standing, toldBy } from '../../testing/builders/gone-wrong.ts'
import { keep, payers, unpaid, ways, type Way } from '../../testing/builders/payers.ts'
import { openNews, rewritten } from '../../testing/builders/webhooks.ts'
import { pay } from './checkout.server.ts'
import { sweepAttempts } from './sweep.server.ts'

/** Long for a gateway in the same process, short for whoever waits it out. */
const patience_ms = 2_500

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let news: ReturnType<typeof openNews>
let gateway: Gateway
/** Hangs up sooner: for calls that no other call comes before. */
let impatient: Gateway
/** Where nobody answers. */
let away: Gateway
beforeAll(async () => {
  at = await openCheckoutShop(patience_ms)
  // What waits for a person is told to the log.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  news = openNews(at)
  const open = (change: object) => openGateway({ ...at.shop.config, ...change }) as Gateway
  gateway = open({})
  impatient = open({ braintree_timeout_ms: 500 })
  away = open({ sandbox_url: 'http://127.0.0.1:1' })
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.faults()
  await at.set({ debits_settle: false })
  at.shop.jobs.sent.splice(0)
})

/** `told`: what whoever pays hears at once. `end`: what has become of the order, and how often they were charged for good. */
type Row = { paid: string; step: string; fault: string; told: string; end: string }
type Payer = Awaited<ReturnType<(typeof payers)[Way]>>

/** Long enough for every attempt to be asked about, given up and given back. */
const sweepOn = async () => {
  for (const minutes of [1, 6, 62, 1]) {
    at.shop.clock.advance(minutes * 60_000)
    await sweepAttempts(at.shop, gateway)
  }
}
const atDoor = (payer: Payer, key: string) => toldBy(payer.pay(key))
const payBy = async ({ actor, payable, body }: Payer, operation_key: string, by: Gateway) =>
  toldBy(pay(at.shop.deps, by, actor, { operation_key, body: await body(), payable }))
const die = (call: Parameters<typeof dyingAt>[1], when: 'before' | 'after') => async (payer: Payer, key: string) => {
  const { dying, died } = dyingAt(gateway, call, when)
  return Promise.race([payBy(payer, key, dying), died.then(() => 'nothing')])
}

/** How something goes wrong: by a switch of the gateway, or by what pays in the place of the shop's door. */
type Fault = {
  fault: string
  told: string
  /** That nothing was charged, unless it says more. */
  end?: string
  switched?: Parameters<typeof at.faults>[0]
  paying?: (payer: Payer, key: string) => Promise<string>
  /** What happens before the shop has asked long enough. */
  meanwhile?: (payers: Payer[]) => Promise<unknown>
}
type Case = Fault & { step: string; some: readonly Way[] }

const before_it = 'the shop dies before it is asked for'
const after_it = 'the shop dies before its answer is written down'
const [card, kept, paypal] = ways as [Way, Way, Way]
const nothing = (way: Way) => `${way === 'an order on account, by its number' ? 'invoiced' : 'failed'}; charged nothing`
const paid = 'paid; charged once'

/** Each call that comes before the sale: whatever goes wrong there is a no. */
const earlier = [
  { step: 'what the bank said of it', call: 'nonceFacts', on: 'nonce', some: [card, paypal] },
  { step: 'check of what is new', call: 'verify', on: 'payment_method', some: [card, paypal] },
  { step: 'whether the holder is to be asked', call: 'offer', on: 'nonce', some: [kept] },
] as const
const told = 'refused, 422'
const ofEarlier = earlier.flatMap(({ step, call, on, some }): Case[] => [
  { step, some, fault: 'the gateway fails', told, switched: { kind: 'error_500', on } },
  {
    step,
    some,
    fault: 'the gateway works and falls silent',
    told,
    switched: { kind: 'timeout_after_success', on },
    paying: (payer, key) => payBy(payer, key, impatient),
  },
  { step, some, fault: before_it, told: 'nothing', paying: die(call, 'before') },
  { step, some, fault: after_it, told: 'nothing', paying: die(call, 'after') },
])

const confirming = 'confirming'
const ofSale: Fault[] = [
  { fault: 'the gateway fails', told: confirming, switched: { kind: 'error_500', on: 'sale' } },
  {
    fault: 'the gateway works and falls silent',
    told: confirming,
    end: paid,
    switched: { kind: 'timeout_after_success', on: 'sale' },
  },
  {
    fault: 'the gateway is slower than the shop waits',
    told: confirming,
    end: paid,
    switched: { kind: 'slow', on: 'sale', delay_ms: patience_ms + 800 },
    meanwhile: async some => {
      // Asked too early, the gateway has not heard of it: that is no answer.
      at.shop.clock.advance(31_000)
      await sweepAttempts(at.shop, gateway)
      for (const { workspace_id } of some)
        await expect.poll(() => chargesOf(at, workspace_id), { timeout: 20_000 }).toHaveLength(1)
    },
  },
  {
    fault: 'nobody answers at the gateway',
    told: confirming,
    paying: (payer, key) => payBy(payer, key, { ...gateway, sale: away.sale }),
  },
  { fault: before_it, told: 'nothing', paying: die('sale', 'before') },
  { fault: after_it, told: 'nothing', end: paid, paying: die('sale', 'after') },
]

let late: () => Promise<unknown>
const cases: Case[] = [
  {
    step: 'all of it',
    some: ways,
    fault: 'nobody answers at the gateway',
    told,
    paying: (payer, key) => payBy(payer, key, away),
  },
  ...ofEarlier,
  ...ofSale.map(one => ({ ...one, step: 'sale', some: ways })),
  ...(['error_500', 'timeout_after_success'] as const).map((kind): Case => ({
    step: 'sale, then asking after it',
    some: [card],
    fault: kind === 'error_500' ? 'the gateway fails' : 'the gateway works and falls silent',
    told: confirming,
    end: paid,
    switched: { kind: 'timeout_after_success', on: 'sale' },
    paying: (payer, key) => payBy(payer, key, { ...gateway, sale: impatient.sale }),
    meanwhile: async () => {
      await at.faults({ kind, on: 'search' })
      at.shop.clock.advance(60_000)
      await sweepAttempts(at.shop, impatient)
      await at.faults()
    },
  })),
  {
    step: 'sale',
    some: [card],
    fault: 'the gateway charges another amount',
    told: confirming,
    // A person has to look at it.
    end: 'pending; charged once',
    paying: (payer, key) =>
      payBy(payer, key, { ...gateway, sale: asked => gateway.sale({ ...asked, amount_cents: 100 }) }),
  },
  {
    step: 'sale',
    some: [card],
    fault: 'the gateway charges when the shop has long given up',
    told: confirming,
    paying: (payer, key) =>
      payBy(payer, key, {
        ...gateway,
        sale: async asked => {
          late = () => gateway.sale(asked)
          return { kind: 'unknown', reason: 'Still on its way.' }
        },
      }),
    meanwhile: async () => {
      at.shop.clock.advance(6 * 60_000)
      await sweepAttempts(at.shop, gateway)
      await late()
    },
  },
]

type Charge = Awaited<ReturnType<typeof chargesOf>>[number]
/** The news of another debit, told of this one. */
const pretended = async ({ id, order_id }: Charge) => {
  const other = (await aDebit()).charge
  return rewritten(await news.arrived(other), { [other.id]: id, [other.order_id]: order_id })
}
const aDebit = async (sale: Gateway['sale'] = gateway.sale) => {
  const buyer = await aBuyer(at.shop, at.clips)
  const payment_method_id = await keep(buyer, 'fake-us-bank-account-nonce', 'ach')
  const by: Gateway = { ...gateway, sale }
  const body = { ...payment(buyer.cart.fingerprint, null), payment_type: 'ach' as const, payment_method_id }
  const proof = await checkoutProof(buyer.visitor)
  const told = await toldBy(
    pay(at.shop.deps, by, buyer.actor, { operation_key: randomUUID(), body: { ...body, ...proof } }),
  )
  const [charge] = await chargesOf(at, buyer.workspace_id)
  if (!charge) throw new Error('Nothing was charged.')
  return { buyer, charge, told }
}

const processing = 'processing; charged once'
type Debit = { fault: string; told?: string; end: string; sale?: Gateway['sale']; tell: (charge: Charge) => unknown }
const day_ms = 86_400_000
const ofDebit: Debit[] = [
  { fault: 'told once', end: paid, tell: async charge => news.post(await news.arrived(charge)) },
  { fault: 'told twenty times at once', end: paid, tell: async charge => news.post(await news.arrived(charge), 20) },
  {
    fault: 'told, and once more a day later',
    end: paid,
    tell: async charge => {
      const sent = await news.arrived(charge)
      await news.post(sent)
      at.shop.clock.advance(day_ms)
      await news.post(sent)
    },
  },
  { fault: 'never told', end: paid, tell: charge => news.arrived(charge) },
  {
    fault: 'told before the sale is answered',
    told: 'paid',
    end: paid,
    sale: async asked => {
      const outcome = await gateway.sale(asked)
      const [charge] = (await at.transactions()).filter(one => one.order_id === asked.order_id)
      if (charge) await news.post(await news.arrived(charge))
      return outcome
    },
    tell: () => undefined,
  },
  {
    fault: 'told by somebody who is not the gateway, before it has',
    end: processing,
    tell: async charge => {
      const real = await pretended(charge)
      const forged = { ...real, bt_signature: `${real.bt_signature.slice(0, -4)}0000` }
      expect(await news.post(forged)).toEqual(new Set([400]))
    },
  },
  {
    fault: 'told under the gateway’s own hand, before it has',
    end: processing,
    tell: async charge => expect(await news.post(await pretended(charge))).toEqual(new Set([204])),
  },
  {
    fault: 'told, with another amount than was asked for',
    told: confirming,
    end: 'pending; charged once',
    sale: asked => gateway.sale({ ...asked, amount_cents: 100 }),
    tell: async charge => news.post(await news.arrived(charge)),
  },
]

const ofUnpaid = [
  { paid: 'a cart that costs nothing', end: 'paid; charged nothing' },
  { paid: 'a cart, on account', end: 'invoiced; charged nothing' },
] as const

const rows: Row[] = [
  ...cases.flatMap(({ step, fault, told, end, some }) =>
    some.map(way => ({ paid: way, step, fault, told, end: end ?? nothing(way) })),
  ),
  ...ofDebit.map(({ fault, told = 'processing', end }) => ({
    paid: 'a cart, by a bank account',
    step: 'the debit arrives',
    fault,
    told,
    end,
  })),
  {
    paid: card,
    step: 'a dispute that the buyer wins',
    fault: 'its end is told before its beginning',
    told: 'paid',
    end: 'refunded; charged once',
  },
  ...ofUnpaid.flatMap(({ paid, end }) => [
    { paid, step: 'all of it', fault: 'nobody needs the gateway, which fails', told: 'ordered', end },
    { paid, step: 'all of it', fault: 'asked for twenty times at once', told: 'ordered once', end },
  ]),
]

test('the page says what is carried out here', async () => {
  const lines = rows.map(row => `| ${row.paid} | ${row.step} | ${row.fault} | ${row.told} | ${row.end} |`)
  const page = `# What happens when a payment goes wrong

Every step of a payment, every way in which it can fail, and what becomes of it: carried out and written by \`src/checkout/fault-matrix.test.ts\`. “Told” is what the buyer hears at once; “in the end” is after the sweeper has asked. What is still pending then waits for a person: the gateway’s word does not fit ours.

| what is paid | step | what goes wrong | told | in the end |
|---|---|---|---|---|
${lines.join('\n')}
`
  await expect(page).toMatchFileSnapshot('../../docs/fault-matrix.md')
})

describe('a payment', () => {
  test.each(cases)('$step: $fault', async ({ some, told, end, switched, paying = atDoor, meanwhile }) => {
    // All ways at once, so that they wait together.
    const begun = await Promise.all(some.map(async way => ({ way, payer: await payers[way](at), key: randomUUID() })))
    if (switched) await at.faults(switched)
    const heard = await Promise.all(begun.map(({ payer, key }) => paying(payer, key)))
    await at.faults()
    // Whoever lost the answer sends the same again: that never charges once more.
    await Promise.all(begun.map(({ payer, key }) => atDoor(payer, key)))
    await meanwhile?.(begun.map(({ payer }) => payer))
    await sweepOn()
    const became = await Promise.all(begun.map(async ({ way, payer }) => [way, await standing(at, payer)]))
    expect(heard).toEqual(some.map(() => told))
    expect(became).toEqual(some.map(way => [way, end ?? nothing(way)]))
  })
})

describe('a debit', () => {
  test.each(ofDebit)('$fault', async ({ told = 'processing', end, sale, tell }) => {
    const { buyer, charge, told: heard } = await aDebit(sale)
    await tell(charge)
    await sweepOn()
    expect({ told: heard, end: await standing(at, buyer) }).toEqual({ told, end })
  })
})

test('a dispute whose end is told before its beginning', async () => {
  const payer = await payers[card](at)
  expect(await atDoor(payer, randomUUID())).toBe('paid')
  const [charge] = await chargesOf(at, payer.workspace_id)
  if (!charge) throw new Error('Nothing was charged.')
  await at.settle(charge.id)
  const dispute = await at.dispute(charge.id)
  await at.decide(dispute, 'lost')
  for (const webhook of (await news.about(dispute)).toReversed()) await news.post(webhook)
  expect(await standing(at, payer)).toBe('refunded; charged once')
})

describe('without the gateway', () => {
  test.each(ofUnpaid)('$paid', async ({ paid, end }) => {
    await at.faults({ kind: 'error_500', on: 'all' })
    for (const times of [1, 20]) {
      const buyer = await unpaid[paid](at)
      const settled = await Promise.allSettled(Array.from({ length: times }, () => buyer.buy()))
      expect(settled.filter(one => one.status === 'fulfilled')).toHaveLength(1)
      await at.faults()
      expect(await standing(at, buyer)).toBe(end)
    }
  })
})
