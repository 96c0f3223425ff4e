import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import * as contract from './contract.ts'
import { verifySender, submitTicket } from './submit-ticket.server.ts'
import { toContactTicket, createReceipt, toResearchTicket } from './tickets.server.ts'

export const ticketsApi = (app: FastifyInstance, deps: Deps) => {
  serve(app, contract.sendContact, async ({ body, actor, reply }) => {
    if (body.website) return { data: createReceipt(deps.clock.now()) }
    await verifySender(deps, actor, { ...body, action: 'contact' })
    return { data: await submitTicket(deps, reply, toContactTicket(body), actor) }
  })

  serve(app, contract.requestResearch, async ({ body, actor, reply }) => {
    if (body.website) return { data: createReceipt(deps.clock.now()) }
    await verifySender(deps, actor, { ...body, action: 'footage_research' })
    return { data: await submitTicket(deps, reply, toResearchTicket(body), actor) }
  })
}
