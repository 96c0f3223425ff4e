/** The JSON door for tests and scripts: faults, settings, what was charged and kept, webhooks, and what the banks do. */
import type { FastifyInstance, FastifyReply } from 'fastify'

import { readAmount, writeAmount } from './amounts.ts'
import { decideDispute, openDispute } from './disputes.ts'
import { readFaults } from './faults.ts'
import type { Gateway } from './gateway.ts'
import { detailOf, isCard, last4Of, nameOf } from './instruments.ts'
import { asParams, type Params, text } from './params.ts'
import { disputeReasons, type Transaction, type Webhook } from './records.ts'
import { Missing, Refusal } from './refusal.ts'
import { revoke } from './revoke.ts'
import { changeSettings } from './settings.ts'
import { findTransaction, settle } from './transactions.ts'
import { announce } from './webhooks/announce.ts'
import { challenge, replay } from './webhooks/deliver.ts'

type Id = { Params: { id: string } }
type WithBody = { Body: unknown }

export function control(app: FastifyInstance, gateway: Gateway) {
  const { store } = gateway
  app.get('/_control/faults', async () => ({ faults: gateway.faults }))
  app.put<WithBody>('/_control/faults', async (request, reply) => {
    const faults = readFaults(asParams(request.body).faults)
    if (typeof faults === 'string') return reply.code(422).send({ error: faults })
    gateway.faults.splice(0, Infinity, ...faults)
    return { faults }
  })
  app.delete('/_control/faults', async () => {
    gateway.faults.length = 0
    return { faults: [] }
  })

  app.get('/_control/settings', async () => gateway.settings)
  app.put<WithBody>('/_control/settings', async (request, reply) => {
    const mistake = changeSettings(gateway, asParams(request.body))
    return mistake ? reply.code(422).send({ error: mistake }) : gateway.settings
  })

  app.get<{ Querystring: Params }>('/_control/transactions', async request => {
    const order_id = text(request.query, 'order_id')
    const all = store.transactions.all().reverse()
    return { transactions: all.filter(each => !order_id || each.order_id === order_id).map(summary) }
  })
  app.get('/_control/cards', async () => ({
    cards: store.methods
      .all()
      .flatMap(({ id, customer_id, instrument }) =>
        isCard(instrument)
          ? [{ token: id, customer_id, card: { brand: instrument.brand, last4: last4Of(instrument) } }]
          : [],
      ),
  }))
  app.get('/_control/payment_methods', async () => ({
    payment_methods: store.methods.all().map(({ id, customer_id, instrument, verification }) => ({
      token: id,
      customer_id,
      kind: instrument.kind,
      name: nameOf(instrument),
      detail: detailOf(instrument),
      verification: verification?.status ?? null,
    })),
  }))
  app.delete('/_control/transactions', async () => {
    store.clear()
    return { transactions: [] }
  })

  app.post<Id & WithBody>('/_control/transactions/:id/dispute', async ({ params, body }, reply) =>
    tried(reply, () => {
      const wanted = text(asParams(body), 'reason') ?? 'fraud'
      const reason = disputeReasons.find(each => each === wanted)
      if (!reason) throw new Refusal([], [{ attribute: 'reason', code: '', message: 'There is no such reason.' }])
      const sale = findTransaction(gateway, params.id)
      const part = text(asParams(body), 'amount')
      const amount = part === undefined ? { cents: sale.amount_cents } : readAmount(part)
      if ('mistake' in amount) throw new Refusal([], [{ attribute: 'amount', code: '', message: 'No such amount.' }])
      return openDispute(gateway, sale, reason, amount.cents)
    }),
  )
  app.post<Id>('/_control/transactions/:id/settle', async ({ params }, reply) =>
    tried(reply, () => ({ settled: settle(gateway, params.id, 'settled').id })),
  )
  for (const outcome of ['won', 'lost'] as const)
    app.post<Id>(`/_control/disputes/:id/${outcome}`, async ({ params }, reply) =>
      tried(reply, () => decideDispute(gateway, params.id, outcome)),
    )
  app.post<Id>('/_control/payment_methods/:id/revoke', async ({ params }, reply) =>
    tried(reply, () => {
      revoke(gateway, params.id)
      return { revoked: params.id }
    }),
  )

  app.get('/_control/webhooks', async () => ({ webhooks: store.webhooks.all().map(told).reverse() }))
  app.post('/_control/webhooks/check', async () => told(announce(gateway, 'check', { check: true })))
  app.post('/_control/webhooks/challenge', async () => challenge(gateway))
  app.post<Id>('/_control/webhooks/:id/replay', async ({ params }, reply) => {
    const webhook = store.webhooks.get(params.id)
    if (!webhook) return reply.code(404).send({ error: 'There is no such webhook.' })
    const attempt = await replay(gateway, webhook)
    return attempt ?? reply.code(409).send({ error: 'No address is configured.' })
  })
}

function tried(reply: FastifyReply, work: () => object): object {
  try {
    return work()
  } catch (error) {
    if (error instanceof Missing) return reply.code(404).send({ error: error.message })
    if (error instanceof Refusal) return reply.code(422).send({ error: error.message })
    throw error
  }
}

const told = ({ id, kind, about, state, payload, signature, attempts, created_at }: Webhook) => ({
  id,
  kind,
  about,
  state,
  bt_payload: payload,
  bt_signature: signature,
  attempts,
  created_at,
})

const summary = (transaction: Transaction) => ({
  id: transaction.id,
  type: transaction.type,
  status: transaction.status,
  amount: writeAmount(transaction.amount_cents),
  order_id: transaction.order_id,
  customer_id: transaction.customer_id,
  payment_method_token: transaction.token,
  kind: transaction.instrument.kind,
  card: isCard(transaction.instrument)
    ? { brand: transaction.instrument.brand, last4: last4Of(transaction.instrument) }
    : null,
  three_d_secure: transaction.three_d_secure?.status ?? null,
  processor_response_code: transaction.processor_response_code,
  refund_ids: transaction.refund_ids,
  created_at: transaction.created_at,
})
