/** The JSON API for tests and scripts: faults, settings, transactions, payment methods, disputes and webhooks. */
import type { FastifyInstance, FastifyReply } from 'fastify'

import { parseAmount, formatAmount } from './amounts.ts'
import { decideDispute, openDispute } from './disputes.ts'
import { parseFaults } from './faults.ts'
import type { Gateway } from './gateway.ts'
import { detailOf, isCard, last4Of, nameOf } from './instruments.ts'
import { asParams, type Params, text } from './params.ts'
import { disputeReasons, type Transaction, type Webhook } from './records.ts'
import { NotFound, Refusal } from './refusal.ts'
import { revoke } from './revoke.ts'
import { changeSettings } from './settings.ts'
import { findTransaction, settle } from './transactions.ts'
import { createWebhook } from './webhooks/announce.ts'
import { challenge, replay } from './webhooks/deliver.ts'

type IdParams = { Params: { id: string } }
type BodyRequest = { Body: unknown }

export function controlApi(app: FastifyInstance, gateway: Gateway) {
  const { store } = gateway
  app.get('/_control/faults', async () => ({ faults: gateway.faults }))
  app.put<BodyRequest>('/_control/faults', async (request, reply) => {
    const faults = parseFaults(asParams(request.body).faults)
    if (typeof faults === 'string') return reply.code(422).send({ error: faults })
    gateway.faults.splice(0, Infinity, ...faults)
    return { faults }
  })
  app.delete('/_control/faults', async () => {
    gateway.faults.length = 0
    return { faults: [] }
  })

  app.get('/_control/settings', async () => gateway.settings)
  app.put<BodyRequest>('/_control/settings', async (request, reply) => {
    const error = changeSettings(gateway, asParams(request.body))
    return error ? reply.code(422).send({ error: error }) : gateway.settings
  })

  app.get<{ Querystring: Params }>('/_control/transactions', async request => {
    const order_id = text(request.query, 'order_id')
    const transactions = store.transactions.all().reverse()
    return {
      transactions: transactions
        .filter(transaction => !order_id || transaction.order_id === order_id)
        .map(toTransactionSummary),
    }
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

  app.post<IdParams & BodyRequest>('/_control/transactions/:id/dispute', async ({ params, body }, reply) =>
    respond(reply, () => {
      const reasonName = text(asParams(body), 'reason') ?? 'fraud'
      const reason = disputeReasons.find(value => value === reasonName)
      if (!reason) throw new Refusal([], [{ attribute: 'reason', code: '', message: 'There is no such reason.' }])
      const sale = findTransaction(gateway, params.id)
      const amountText = text(asParams(body), 'amount')
      const amount = amountText === undefined ? { cents: sale.amount_cents } : parseAmount(amountText)
      if ('mistake' in amount) throw new Refusal([], [{ attribute: 'amount', code: '', message: 'No such amount.' }])
      return openDispute(gateway, sale, reason, amount.cents)
    }),
  )
  app.post<IdParams>('/_control/transactions/:id/settle', async ({ params }, reply) =>
    respond(reply, () => ({ settled: settle(gateway, params.id, 'settled').id })),
  )
  for (const outcome of ['won', 'lost'] as const)
    app.post<IdParams>(`/_control/disputes/:id/${outcome}`, async ({ params }, reply) =>
      respond(reply, () => decideDispute(gateway, params.id, outcome)),
    )
  app.post<IdParams>('/_control/payment_methods/:id/revoke', async ({ params }, reply) =>
    respond(reply, () => {
      revoke(gateway, params.id)
      return { revoked: params.id }
    }),
  )

  app.get('/_control/webhooks', async () => ({ webhooks: store.webhooks.all().map(toWebhookDetail).reverse() }))
  app.post('/_control/webhooks/check', async () => toWebhookDetail(createWebhook(gateway, 'check', { check: true })))
  app.post('/_control/webhooks/challenge', async () => challenge(gateway))
  app.post<IdParams>('/_control/webhooks/:id/replay', async ({ params }, reply) => {
    const webhook = store.webhooks.get(params.id)
    if (!webhook) return reply.code(404).send({ error: 'There is no such webhook.' })
    const attempt = await replay(gateway, webhook)
    return attempt ?? reply.code(409).send({ error: 'No address is configured.' })
  })
}

function respond(reply: FastifyReply, work: () => object): object {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotFound) return reply.code(404).send({ error: error.message })
    if (error instanceof Refusal) return reply.code(422).send({ error: error.message })
    throw error
  }
}

const toWebhookDetail = ({ id, kind, about, state, payload, signature, attempts, created_at }: Webhook) => ({
  id,
  kind,
  about,
  state,
  bt_payload: payload,
  bt_signature: signature,
  attempts,
  created_at,
})

const toTransactionSummary = (transaction: Transaction) => ({
  id: transaction.id,
  type: transaction.type,
  status: transaction.status,
  amount: formatAmount(transaction.amount_cents),
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
