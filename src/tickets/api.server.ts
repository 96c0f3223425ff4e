import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'

import * as contract from './contract.ts'
import { proveSender, takeTicket } from './take-ticket.server.ts'
import { contactTicket, receiptOf, researchTicket } from './tickets.server.ts'

export const ticketsApi = (app: FastifyInstance, deps: Deps) => {
  serve(app, contract.sendContact, async ({ body, actor, reply }) => {
    if (body.website) return { data: receiptOf(deps.clock.now()) }
    await proveSender(deps, actor, { ...body, action: 'contact' })
    return { data: await takeTicket(deps, reply, contactTicket(body), actor) }
  })

  serve(app, contract.requestResearch, async ({ body, actor, reply }) => {
    if (body.website) return { data: receiptOf(deps.clock.now()) }
    await proveSender(deps, actor, { ...body, action: 'footage_research' })
    return { data: await takeTicket(deps, reply, researchTicket(body), actor) }
  })
}
