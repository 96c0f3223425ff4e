import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { requireOrderAccess } from '#orders/policy.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'

import { loadCalendarLink, renderCalendar, deleteCalendarLink, createCalendarLink } from './calendar.server.ts'
import * as contract from './contract.ts'

export const licenseEndsApi = (app: FastifyInstance, deps: Deps) => {
  serve(app, contract.getCalendarLink, async ({ actor }) => {
    requireOrderAccess(actor)
    return { data: await loadCalendarLink(deps.db, actor) }
  })

  serve(app, contract.createCalendarLink, async ({ actor }) => {
    requireOrderAccess(actor)
    const { workspace_id, user_id } = actor
    return { data: await createCalendarLink(deps, { workspace_id, user_id }) }
  })

  // Users who cannot see licenses anymore can still delete their link.
  serve(app, contract.deleteCalendarLink, async ({ actor }) => {
    await deleteCalendarLink(deps.db, actor)
    return { data: { created_at: null } }
  })

  serveFile(
    app,
    fileEndpoint(contract.calendarPath(':token'), {
      summary: 'Get the expiry dates of a workspace’s licenses as a calendar',
      who: 'anyone',
      per_minute: 60,
      params: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/, 'This is not the link of a calendar.')) }),
      file: 'text/calendar',
    }),
    async ({ params, reply }) => {
      const body = await renderCalendar(deps, params.token)
      return reply
        .type('text/calendar; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('referrer-policy', 'no-referrer')
        .send(body)
    },
  )
}
