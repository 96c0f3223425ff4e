/**
 * Whatever fails at whichever step, no one is charged twice and no paid order is lost. Each row of docs/fault-
 * matrix.md is run here: `vitest -u` rewrites the page.
 */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import { DAY_MS } from '#platform/clock.ts'

import { seedBuyer, solveCheckoutCaptcha, openCheckoutShop, buildPaymentBody } from '../../testing/builders/checkout.ts'
import {
  listCharges,
  createDyingGateway,
  summarizePayments,
  summarizeResult,
} from '../../testing/builders/gateway-failures.ts'
import {
  vaultPaymentMethod,
  payers,
  gatewayFreePurchases,
  payerNames,
  type PayerName,
} from '../../testing/builders/payers.ts'
import { openWebhooks, rewriteWebhook } from '../../testing/builders/webhooks.ts'
import { submitPayment } from './checkout.server.ts'
import { sweepAttempts } from './sweep.server.ts'

/** Long for a gateway in the same process, short for a test that waits for it. */
const GATEWAY_TIMEOUT_MS = 2_500

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let webhooks: ReturnType<typeof openWebhooks>
let gateway: PaymentGateway
/** Times out sooner, for calls that are the first of a payment. */
let shortTimeoutGateway: PaymentGateway
/** A gateway that does not respond. */
let unreachableGateway: PaymentGateway
beforeAll(async () => {
  harness = await openCheckoutShop(GATEWAY_TIMEOUT_MS)
  // Payments that need review are logged as errors.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  webhooks = openWebhooks(harness)
  const openWith = (change: object) => openGateway({ ...harness.shop.config, ...change }) as PaymentGateway
  gateway = openWith({})
  shortTimeoutGateway = openWith({ braintree_timeout_ms: 500 })
  unreachableGateway = openWith({ sandbox_url: 'http://127.0.0.1:1' })
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.faults()
  await harness.set({ debits_settle: false })
  harness.shop.jobs.sent.splice(0)
})

/** `reply`: what the buyer gets immediately. `end`: the final state of the order, and how often the buyer was charged. */
type FaultRow = { paid: string; step: string; fault: string; reply: string; end: string }
type MatrixPayer = Awaited<ReturnType<(typeof payers)[PayerName]>>

/** Advances the clock until every attempt has been looked up, abandoned or refunded. */
const runSweeps = async () => {
  for (const minutes of [1, 6, 62, 1]) {
    harness.shop.clock.advance(minutes * 60_000)
    await sweepAttempts(harness.shop, gateway)
  }
}
const payThroughApi = (payer: MatrixPayer, key: string) => summarizeResult(payer.pay(key))
const payThroughGateway = async (
  { actor, payable, body }: MatrixPayer,
  operation_key: string,
  gatewayToUse: PaymentGateway,
) =>
  summarizeResult(submitPayment(harness.shop.deps, gatewayToUse, actor, { operation_key, body: await body(), payable }))
const dieAt =
  (call: Parameters<typeof createDyingGateway>[1], when: 'before' | 'after') =>
  async (payer: MatrixPayer, key: string) => {
    const { dying, died } = createDyingGateway(gateway, call, when)
    return Promise.race([payThroughGateway(payer, key, dying), died.then(() => 'nothing')])
  }

/** How a step fails: by a setting of the gateway, or by a function that pays instead of the API. */
type PaymentFault = {
  fault: string
  reply: string
  /** The final state; by default nothing was charged. */
  end?: string
  faults?: Parameters<typeof harness.faults>[0]
  paying?: (payer: MatrixPayer, key: string) => Promise<string>
  /** Runs before the sweeps. */
  meanwhile?: (payers: MatrixPayer[]) => Promise<unknown>
}
type FaultCase = PaymentFault & { step: string; names: readonly PayerName[] }

const DIES_BEFORE = 'the process dies before the call'
const DIES_AFTER = 'the process dies before the result is stored'
const [card, savedCard, paypal] = payerNames as [PayerName, PayerName, PayerName]
const notCharged = (payerName: PayerName) =>
  `${payerName === 'an order on account, by its number' ? 'invoiced' : 'failed'}; charged nothing`
const PAID_END = 'paid; charged once'

/** Each call before the sale: any failure there is a decline. */
const callsBeforeSale = [
  { step: 'look up the 3D Secure result', call: 'nonceFacts', on: 'nonce', names: [card, paypal] },
  { step: 'verify the payment method', call: 'verify', on: 'payment_method', names: [card, paypal] },
  { step: 'check whether 3D Secure is required', call: 'offer', on: 'nonce', names: [savedCard] },
] as const
const REFUSED_RESULT = 'refused, 422'
const casesBeforeSale = callsBeforeSale.flatMap(({ step, call, on, names }): FaultCase[] => [
  { step, names, fault: 'the gateway fails', reply: REFUSED_RESULT, faults: { kind: 'error_500', on } },
  {
    step,
    names,
    fault: 'the gateway succeeds but does not respond',
    reply: REFUSED_RESULT,
    faults: { kind: 'timeout_after_success', on },
    paying: (payer, key) => payThroughGateway(payer, key, shortTimeoutGateway),
  },
  { step, names, fault: DIES_BEFORE, reply: 'nothing', paying: dieAt(call, 'before') },
  { step, names, fault: DIES_AFTER, reply: 'nothing', paying: dieAt(call, 'after') },
])

const CONFIRMING_RESULT = 'confirming'
const saleFaults: PaymentFault[] = [
  { fault: 'the gateway fails', reply: CONFIRMING_RESULT, faults: { kind: 'error_500', on: 'sale' } },
  {
    fault: 'the gateway succeeds but does not respond',
    reply: CONFIRMING_RESULT,
    end: PAID_END,
    faults: { kind: 'timeout_after_success', on: 'sale' },
  },
  {
    fault: 'the gateway responds after the timeout',
    reply: CONFIRMING_RESULT,
    end: PAID_END,
    faults: { kind: 'slow', on: 'sale', delay_ms: GATEWAY_TIMEOUT_MS + 800 },
    meanwhile: async chargedPayers => {
      // A lookup that is too early finds no record, which is no outcome.
      harness.shop.clock.advance(31_000)
      await sweepAttempts(harness.shop, gateway)
      for (const { workspace_id } of chargedPayers)
        await expect.poll(() => listCharges(harness, workspace_id)).toHaveLength(1)
    },
  },
  {
    fault: 'the gateway is unreachable',
    reply: CONFIRMING_RESULT,
    paying: (payer, key) => payThroughGateway(payer, key, { ...gateway, sale: unreachableGateway.sale }),
  },
  { fault: DIES_BEFORE, reply: 'nothing', paying: dieAt('sale', 'before') },
  { fault: DIES_AFTER, reply: 'nothing', end: PAID_END, paying: dieAt('sale', 'after') },
]

let submitLateSale: () => Promise<unknown>
const cases: FaultCase[] = [
  {
    step: 'all',
    names: payerNames,
    fault: 'the gateway is unreachable',
    reply: REFUSED_RESULT,
    paying: (payer, key) => payThroughGateway(payer, key, unreachableGateway),
  },
  ...casesBeforeSale,
  ...saleFaults.map(fault => ({ ...fault, step: 'sale', names: payerNames })),
  ...(['error_500', 'timeout_after_success'] as const).map((kind): FaultCase => ({
    step: 'sale, then lookup',
    names: [card],
    fault: kind === 'error_500' ? 'the gateway fails' : 'the gateway succeeds but does not respond',
    reply: CONFIRMING_RESULT,
    end: PAID_END,
    faults: { kind: 'timeout_after_success', on: 'sale' },
    paying: (payer, key) => payThroughGateway(payer, key, { ...gateway, sale: shortTimeoutGateway.sale }),
    meanwhile: async () => {
      await harness.faults({ kind, on: 'search' })
      harness.shop.clock.advance(60_000)
      await sweepAttempts(harness.shop, shortTimeoutGateway)
      await harness.faults()
    },
  })),
  {
    step: 'sale',
    names: [card],
    fault: 'the gateway charges another amount',
    reply: CONFIRMING_RESULT,
    // Staff have to review it.
    end: 'pending; charged once',
    paying: (payer, key) =>
      payThroughGateway(payer, key, { ...gateway, sale: request => gateway.sale({ ...request, amount_cents: 100 }) }),
  },
  {
    step: 'sale',
    names: [card],
    fault: 'the gateway charges after the attempt was abandoned',
    reply: CONFIRMING_RESULT,
    paying: (payer, key) =>
      payThroughGateway(payer, key, {
        ...gateway,
        sale: async request => {
          submitLateSale = () => gateway.sale(request)
          return { kind: 'unknown', reason: 'Still on its way.' }
        },
      }),
    meanwhile: async () => {
      harness.shop.clock.advance(6 * 60_000)
      await sweepAttempts(harness.shop, gateway)
      await submitLateSale()
    },
  },
]

type GatewayCharge = Awaited<ReturnType<typeof listCharges>>[number]
/** Returns the webhook of another debit, rewritten for this one. */
const forgeWebhook = async ({ id, order_id }: GatewayCharge) => {
  const otherCharge = (await aDebit()).charge
  return rewriteWebhook(await webhooks.settleDebit(otherCharge), {
    [otherCharge.id]: id,
    [otherCharge.order_id]: order_id,
  })
}
const aDebit = async (sale: PaymentGateway['sale'] = gateway.sale) => {
  const buyer = await seedBuyer(harness.shop, harness.clips)
  const payment_method_id = await vaultPaymentMethod(buyer, 'fake-us-bank-account-nonce', 'ach')
  const usedGateway: PaymentGateway = { ...gateway, sale }
  const body = { ...buildPaymentBody(buyer.cart.fingerprint, null), payment_type: 'ach' as const, payment_method_id }
  const captcha = await solveCheckoutCaptcha(buyer.visitor)
  const result = await summarizeResult(
    submitPayment(harness.shop.deps, usedGateway, buyer.actor, {
      operation_key: randomUUID(),
      body: { ...body, ...captcha },
    }),
  )
  const [charge] = await listCharges(harness, buyer.workspace_id)
  if (!charge) throw new Error('Nothing was charged.')
  return { buyer, charge, reply: result }
}

const PROCESSING_END = 'processing; charged once'
type DebitFault = {
  fault: string
  reply?: string
  end: string
  sale?: PaymentGateway['sale']
  notify: (charge: GatewayCharge) => unknown
}
const debitFaults: DebitFault[] = [
  {
    fault: 'the webhook arrives once',
    end: PAID_END,
    notify: async charge => webhooks.post(await webhooks.settleDebit(charge)),
  },
  {
    fault: 'the webhook arrives twenty times at once',
    end: PAID_END,
    notify: async charge => webhooks.post(await webhooks.settleDebit(charge), 20),
  },
  {
    fault: 'the webhook arrives, and again a day later',
    end: PAID_END,
    notify: async charge => {
      const sent = await webhooks.settleDebit(charge)
      await webhooks.post(sent)
      harness.shop.clock.advance(DAY_MS)
      await webhooks.post(sent)
    },
  },
  { fault: 'no webhook arrives', end: PAID_END, notify: charge => webhooks.settleDebit(charge) },
  {
    fault: 'the webhook arrives before the response to the sale',
    reply: 'paid',
    end: PAID_END,
    sale: async request => {
      const outcome = await gateway.sale(request)
      const [charge] = (await harness.transactions()).filter(transaction => transaction.order_id === request.order_id)
      if (charge) await webhooks.post(await webhooks.settleDebit(charge))
      return outcome
    },
    notify: () => undefined,
  },
  {
    fault: 'a forged webhook arrives before the debit settles',
    end: PROCESSING_END,
    notify: async charge => {
      const webhook = await forgeWebhook(charge)
      const forged = { ...webhook, bt_signature: `${webhook.bt_signature.slice(0, -4)}0000` }
      expect(await webhooks.post(forged)).toEqual(new Set([400]))
    },
  },
  {
    fault: 'a genuine webhook arrives before the debit settles',
    end: PROCESSING_END,
    notify: async charge => expect(await webhooks.post(await forgeWebhook(charge))).toEqual(new Set([204])),
  },
  {
    fault: 'a webhook reports another amount',
    reply: CONFIRMING_RESULT,
    end: 'pending; charged once',
    sale: request => gateway.sale({ ...request, amount_cents: 100 }),
    notify: async charge => webhooks.post(await webhooks.settleDebit(charge)),
  },
]

const gatewayFreeCases = [
  { paid: 'a cart that costs nothing', end: 'paid; charged nothing' },
  { paid: 'a cart, on account', end: 'invoiced; charged nothing' },
] as const

const rows: FaultRow[] = [
  ...cases.flatMap(({ step, fault, reply, end, names }) =>
    names.map(payerName => ({ paid: payerName, step, fault, reply, end: end ?? notCharged(payerName) })),
  ),
  ...debitFaults.map(({ fault, reply = 'processing', end }) => ({
    paid: 'a cart, by a bank account',
    step: 'bank debit',
    fault,
    reply,
    end,
  })),
  {
    paid: card,
    step: 'a dispute that the buyer wins',
    fault: 'its end is reported before its start',
    reply: 'paid',
    end: 'refunded; charged once',
  },
  ...gatewayFreeCases.flatMap(({ paid, end }) => [
    { paid, step: 'all', fault: 'the gateway fails, but is not needed', reply: 'ordered', end },
    { paid, step: 'all', fault: 'twenty requests at once', reply: 'ordered once', end },
  ]),
]

test('the generated page matches the cases', async () => {
  const lines = rows.map(row => `| ${row.paid} | ${row.step} | ${row.fault} | ${row.reply} | ${row.end} |`)
  const page = `# Fault matrix of payments

The result of each failure at each step of a payment, executed and written by \`src/checkout/fault-matrix.test.ts\`. The final state is the one after the sweeper asked the gateway. An order that is still pending then needs a person, because the gateway’s record does not match the attempt.

| payment | step | failure | immediate reply | final state |
|---|---|---|---|---|
${lines.join('\n')}
`
  await expect(page).toMatchFileSnapshot('../../docs/fault-matrix.md')
})

describe('a payment', () => {
  test.each(cases)('$step: $fault', async ({ names, reply, end, faults, paying = payThroughApi, meanwhile }) => {
    // All payment methods at once, so that they wait together.
    const payments = await Promise.all(
      names.map(async payerName => ({ payerName, payer: await payers[payerName](harness), key: randomUUID() })),
    )
    if (faults) await harness.faults(faults)
    const results = await Promise.all(payments.map(({ payer, key }) => paying(payer, key)))
    await harness.faults()
    // A buyer who lost the response sends the same request again, which never charges twice.
    await Promise.all(payments.map(({ payer, key }) => payThroughApi(payer, key)))
    await meanwhile?.(payments.map(({ payer }) => payer))
    await runSweeps()
    const ends = await Promise.all(
      payments.map(async ({ payerName, payer }) => [payerName, await summarizePayments(harness, payer)]),
    )
    expect(results).toEqual(names.map(() => reply))
    expect(ends).toEqual(names.map(payerName => [payerName, end ?? notCharged(payerName)]))
  })
})

describe('a debit', () => {
  test.each(debitFaults)('$fault', async ({ reply = 'processing', end, sale, notify }) => {
    const { buyer, charge, reply: result } = await aDebit(sale)
    await notify(charge)
    await runSweeps()
    expect({ reply: result, end: await summarizePayments(harness, buyer) }).toEqual({ reply, end })
  })
})

test('a dispute whose end is reported before its start', async () => {
  const payer = await payers[card](harness)
  expect(await payThroughApi(payer, randomUUID())).toBe('paid')
  const [charge] = await listCharges(harness, payer.workspace_id)
  if (!charge) throw new Error('Nothing was charged.')
  await harness.settle(charge.id)
  const dispute = await harness.dispute(charge.id)
  await harness.decide(dispute, 'lost')
  for (const webhook of (await webhooks.findWebhooks(dispute)).toReversed()) await webhooks.post(webhook)
  expect(await summarizePayments(harness, payer)).toBe('refunded; charged once')
})

describe('without the gateway', () => {
  test.each(gatewayFreeCases)('$paid', async ({ paid, end }) => {
    await harness.faults({ kind: 'error_500', on: 'all' })
    for (const times of [1, 20]) {
      const buyer = await gatewayFreePurchases[paid](harness)
      const results = await Promise.allSettled(Array.from({ length: times }, () => buyer.buy()))
      expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1)
      await harness.faults()
      expect(await summarizePayments(harness, buyer)).toBe(end)
    }
  })
})
