/** The console: the gateway's pages, with buttons that act as the banks, the buyers and the network. */
import type { FastifyInstance } from 'fastify'

import { transactionsPage } from './console/transactions-page.ts'
import { vaultPage } from './console/vault-page.ts'
import { webhooksPage } from './console/webhooks-page.ts'
import { decideDispute, openDispute } from './disputes.ts'
import { canAffect, faultKinds, operations } from './faults.ts'
import type { Gateway } from './gateway.ts'
import { asParams, type Params, text } from './params.ts'
import { disputeReasons } from './records.ts'
import { NotFound, Refusal } from './refusal.ts'
import { revoke } from './revoke.ts'
import { changeSettings } from './settings.ts'
import { findTransaction, refundTransaction, settle, submitForSettlement, voidTransaction } from './transactions.ts'
import { deletePaymentMethod } from './vault.ts'
import { createWebhook } from './webhooks/announce.ts'
import { challenge, replay } from './webhooks/deliver.ts'

type ConsoleAction = (gateway: Gateway, id: string, form: Params) => unknown

/** The actions on an item of each list, and the page that they redirect to. */
const lists: Record<string, { page: string; actions: Record<string, ConsoleAction> }> = {
  transactions: {
    page: '/',
    actions: {
      submit: (gateway, id) => submitForSettlement(gateway, id, {}),
      settle: (gateway, id) => settle(gateway, id, 'settled'),
      decline: (gateway, id) => settle(gateway, id, 'settlement_declined'),
      void: (gateway, id) => voidTransaction(gateway, id),
      refund: (gateway, id) => refundTransaction(gateway, id, {}),
      dispute: (gateway, id, form) =>
        openDispute(
          gateway,
          findTransaction(gateway, id),
          disputeReasons.find(value => value === form.reason) ?? 'general',
        ),
    },
  },
  disputes: {
    page: '/',
    actions: {
      won: (gateway, id) => decideDispute(gateway, id, 'won'),
      lost: (gateway, id) => decideDispute(gateway, id, 'lost'),
    },
  },
  vault: { page: '/vault', actions: { revoke, delete: deletePaymentMethod } },
  webhooks: {
    page: '/webhooks',
    actions: {
      async replay(gateway, id) {
        const webhook = gateway.store.webhooks.get(id)
        if (!webhook) throw new NotFound()
        await replay(gateway, webhook)
      },
    },
  },
}

const getOwn = <T>(record: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

export function consoleRoutes(app: FastifyInstance, gateway: Gateway) {
  type ConsoleQuery = { Querystring: Params }
  app.get<ConsoleQuery>('/', async ({ query }, reply) =>
    reply.type('text/html').send(transactionsPage(gateway, text(query, 'q') ?? '')),
  )
  app.get('/vault', async (_, reply) => reply.type('text/html').send(vaultPage(gateway)))
  app.get<ConsoleQuery>('/webhooks', async ({ query }, reply) =>
    reply.type('text/html').send(webhooksPage(gateway, text(query, 'result') ?? '')),
  )

  // A form on another site must not be able to submit these actions.
  app.addHook('preHandler', async (request, reply) => {
    const { origin } = request.headers
    if (request.method === 'POST' && origin !== `${request.protocol}://${request.host}`) return reply.code(403).send()
  })

  type ActionRequest = { Params: { list: string; id: string; action: string }; Body: unknown }
  app.post<ActionRequest>('/console/:list/:id/:action', async ({ params, body }, reply) => {
    const list = getOwn(lists, params.list)
    const action = list && getOwn(list.actions, params.action)
    if (!list || !action) return reply.code(404).send()
    try {
      await action(gateway, params.id, asParams(body))
    } catch (error) {
      if (error instanceof NotFound) return reply.code(404).send()
      // The action may be outdated, as in a second window. The page shows the current state.
      if (!(error instanceof Refusal)) throw error
    }
    return reply.redirect(list.page, 303)
  })

  type FormRequest = { Body: unknown }
  const pageOf = (on: unknown) => (on === 'webhook' ? '/webhooks' : '/')
  app.post<FormRequest>('/console/faults', async ({ body }, reply) => {
    const form = asParams(body)
    const kind = faultKinds.find(value => value === form.kind)
    const on = form.on === 'all' ? 'all' : operations.find(value => value === form.on)
    const times = form.times === 'once' ? 1 : null
    if (kind && on && canAffect(kind, on)) gateway.faults.push({ kind, on, times, delay_ms: null })
    return reply.redirect(pageOf(on), 303)
  })
  app.post<{ Params: { index: string } }>('/console/faults/:index/off', async (request, reply) => {
    const [removed] = gateway.faults.splice(Number(request.params.index), 1)
    return reply.redirect(pageOf(removed?.on), 303)
  })

  app.post<FormRequest>('/console/settings', async ({ body }, reply) => {
    changeSettings(gateway, asParams(body))
    return reply.redirect('/', 303)
  })
  app.post<FormRequest>('/console/webhooks/address', async ({ body }, reply) => {
    const error = changeSettings(gateway, { webhook_url: text(asParams(body), 'webhook_url') ?? '' })
    return reply.redirect(error ? '/webhooks?result=wrong' : '/webhooks', 303)
  })
  app.post('/console/webhooks/check', async (_, reply) => {
    createWebhook(gateway, 'check', { check: true })
    return reply.redirect('/webhooks', 303)
  })
  app.post('/console/webhooks/challenge', async (_, reply) => {
    const { answered } = await challenge(gateway)
    return reply.redirect(`/webhooks?result=${answered ? 'answered' : 'silent'}`, 303)
  })
}
