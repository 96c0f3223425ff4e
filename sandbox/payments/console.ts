/** The console: a person's view of the gateway, with the buttons that play the banks, the buyers and the network. */
import type { FastifyInstance } from 'fastify'

import { transactionsPage } from './console/transactions-page.ts'
import { vaultPage } from './console/vault-page.ts'
import { webhooksPage } from './console/webhooks-page.ts'
import { decideDispute, openDispute } from './disputes.ts'
import { canHit, faultKinds, operations } from './faults.ts'
import type { Gateway } from './gateway.ts'
import { asParams, type Params, text } from './params.ts'
import { disputeReasons } from './records.ts'
import { Missing, Refusal } from './refusal.ts'
import { revoke } from './revoke.ts'
import { changeSettings } from './settings.ts'
import { findTransaction, refundTransaction, settle, submitForSettlement, voidTransaction } from './transactions.ts'
import { deletePaymentMethod } from './vault.ts'
import { announce } from './webhooks/announce.ts'
import { challenge, replay } from './webhooks/deliver.ts'

type Action = (gateway: Gateway, id: string, form: Params) => unknown

/** What a person can do to one thing of each list, and where they stand afterwards. */
const lists: Record<string, { page: string; actions: Record<string, Action> }> = {
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
          disputeReasons.find(each => each === form.reason) ?? 'general',
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
        if (!webhook) throw new Missing()
        await replay(gateway, webhook)
      },
    },
  },
}

const own = <T>(of: Record<string, T>, name: string): T | undefined => (Object.hasOwn(of, name) ? of[name] : undefined)

export function consoleRoutes(app: FastifyInstance, gateway: Gateway) {
  type Asked = { Querystring: Params }
  app.get<Asked>('/', async ({ query }, reply) =>
    reply.type('text/html').send(transactionsPage(gateway, text(query, 'q') ?? '')),
  )
  app.get('/vault', async (_, reply) => reply.type('text/html').send(vaultPage(gateway)))
  app.get<Asked>('/webhooks', async ({ query }, reply) =>
    reply.type('text/html').send(webhooksPage(gateway, text(query, 'said') ?? '')),
  )

  // A form on someone else's page must not be able to press these buttons.
  app.addHook('preHandler', async (request, reply) => {
    const { origin } = request.headers
    if (request.method === 'POST' && origin !== `${request.protocol}://${request.host}`) return reply.code(403).send()
  })

  type Press = { Params: { list: string; id: string; action: string }; Body: unknown }
  app.post<Press>('/console/:list/:id/:action', async ({ params, body }, reply) => {
    const list = own(lists, params.list)
    const action = list && own(list.actions, params.action)
    if (!list || !action) return reply.code(404).send()
    try {
      await action(gateway, params.id, asParams(body))
    } catch (error) {
      if (error instanceof Missing) return reply.code(404).send()
      // Two windows on one thing: the page shows where it stands now.
      if (!(error instanceof Refusal)) throw error
    }
    return reply.redirect(list.page, 303)
  })

  type Sent = { Body: unknown }
  const pageOf = (on: unknown) => (on === 'webhook' ? '/webhooks' : '/')
  app.post<Sent>('/console/faults', async ({ body }, reply) => {
    const form = asParams(body)
    const kind = faultKinds.find(each => each === form.kind)
    const on = form.on === 'all' ? 'all' : operations.find(each => each === form.on)
    const times = form.times === 'once' ? 1 : null
    if (kind && on && canHit(kind, on)) gateway.faults.push({ kind, on, times, delay_ms: null })
    return reply.redirect(pageOf(on), 303)
  })
  app.post<{ Params: { index: string } }>('/console/faults/:index/off', async (request, reply) => {
    const [gone] = gateway.faults.splice(Number(request.params.index), 1)
    return reply.redirect(pageOf(gone?.on), 303)
  })

  app.post<Sent>('/console/settings', async ({ body }, reply) => {
    changeSettings(gateway, asParams(body))
    return reply.redirect('/', 303)
  })
  app.post<Sent>('/console/webhooks/address', async ({ body }, reply) => {
    const mistake = changeSettings(gateway, { webhook_url: text(asParams(body), 'webhook_url') ?? '' })
    return reply.redirect(mistake ? '/webhooks?said=wrong' : '/webhooks', 303)
  })
  app.post('/console/webhooks/check', async (_, reply) => {
    announce(gateway, 'check', { check: true })
    return reply.redirect('/webhooks', 303)
  })
  app.post('/console/webhooks/challenge', async (_, reply) => {
    const { answered } = await challenge(gateway)
    return reply.redirect(`/webhooks?said=${answered ? 'answered' : 'silent'}`, 303)
  })
}
