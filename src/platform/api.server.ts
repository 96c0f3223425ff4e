import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'

import * as contract from './contract.ts'
import type { Deps } from './deps.ts'
import { ensureDeviceId, readDeviceId } from './http/device.server.ts'
import { serve } from './http/serve.server.ts'
import { mayRecognizeBrowser } from './http/storage-consent.server.ts'
import { scrub } from './monitoring/scrub.ts'

/** Registers the endpoints that belong to the whole shop: feature flags and browser error reports. */
export const platformApi = (app: FastifyInstance, { config, flags, locator }: Deps) => {
  const clientErrors = new Counter({
    name: 'client_errors_total',
    help: 'Errors reported by browsers',
    registers: [app.metrics],
  })

  serve(app, contract.getFlags, async ({ actor, request, reply }) => {
    // Without an id, a browser is in no experiment that is on for a share of browsers.
    const device_id = (await mayRecognizeBrowser(request, locator)) ? ensureDeviceId(request, reply, config) : null
    return { data: await flags.forBrowser({ ...actor, device_id }) }
  })

  serve(app, contract.reportClientError, async ({ actor, body, request }) => {
    const visitor = { ...actor, device_id: readDeviceId(request) }
    if (!(await flags.isOn('client-errors', visitor))) return { data: null }
    clientErrors.inc()
    // Scrub again on the server: the sender may not have run our client code.
    const [message, stack, path] = [scrub(body.message), scrub(body.stack), scrub(body.path)]
    request.log.warn({ client: { message, stack, path } }, 'client error')
    return { data: null }
  })
}
