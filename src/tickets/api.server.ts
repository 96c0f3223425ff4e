import type { FastifyInstance } from 'fastify'

import type { Actor } from '#platform/actor.ts'
import { proveHuman } from '#platform/captcha/captcha.server.ts'
import type { CaptchaAction } from '#platform/captcha/contract.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'

import * as contract from './contract.ts'
import { takeTicket } from './take-ticket.server.ts'
import { contactTicket, receiptOf, researchTicket } from './tickets.server.ts'

export const ticketsApi = (app: FastifyInstance, deps: Deps) => {
  /** Whoever is signed in proved it when they registered. */
  const prove = async (actor: Actor, captcha: string | undefined, action: CaptchaAction) => {
    if (actor.user_id === null) await proveHuman(deps, captcha, action)
  }

  serve(app, contract.sendContact, async ({ body, actor, reply }) => {
    if (body.website) return { data: receiptOf(deps.clock.now()) }
    await prove(actor, body.captcha, 'contact')
    return { data: await takeTicket(deps, reply, contactTicket(body), actor) }
  })

  serve(app, contract.requestResearch, async ({ body, actor, reply }) => {
    if (body.website) return { data: receiptOf(deps.clock.now()) }
    await prove(actor, body.captcha, 'footage_research')
    return { data: await takeTicket(deps, reply, researchTicket(body), actor) }
  })
}
