import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'

import * as contract from './contract.ts'
import type { Deps } from './deps.ts'
import { deviceOf, knownDevice } from './device.server.ts'
import { scrub } from './scrub.ts'
import { serve } from './serve.server.ts'

/** What belongs to all of the shop: flags, and errors of browsers. */
export const platformApi = (app: FastifyInstance, { config, flags }: Deps) => {
  const client_errors = new Counter({
    name: 'client_errors_total',
    help: 'Errors that browsers told of',
    registers: [app.metrics],
  })

  serve(app, contract.getFlags, async ({ actor, request, reply }) => {
    const device_id = deviceOf(request, reply, config)
    return { data: await flags.forBrowser({ ...actor, device_id }) }
  })

  serve(app, contract.tellClientError, async ({ actor, body, request }) => {
    const visitor = { ...actor, device_id: knownDevice(request) }
    if (!(await flags.isOn('client-errors', visitor))) return { data: null }
    client_errors.inc()
    // Whoever sent it may have left in what our own code takes out.
    const [message, stack, path] = [scrub(body.message), scrub(body.stack), scrub(body.path)]
    request.log.warn({ client: { message, stack, path } }, 'client error')
    return { data: null }
  })
}
