/** The router for the server SDK: JSON in, XML out, under /merchants/:merchant, authenticated by the merchant's keys. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { delayAfter, delayBefore, type Operation, takeFault } from './faults.ts'
import type { Gateway } from './gateway.ts'
import { asParams, group, type Params, text } from './params.ts'
import { type XmlResponse, attempt, send } from './xml-responses.ts'

type ServerCall = { id: string; body: Params }
type ServerMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type ServerRouter = ReturnType<typeof createServerRouter>

/** Returns a function that mounts one call. The faults of its operation apply to it. */
export const createServerRouter =
  (app: FastifyInstance, gateway: Gateway) =>
  (method: ServerMethod, path: string, operation: Operation, handler: (call: ServerCall) => XmlResponse) => {
    app.route<{ Params: { merchant: string; id?: string }; Body: unknown }>({
      method,
      url: `/merchants/:merchant${path}`,
      handler: async (request, reply) => {
        if (!isAuthorized(gateway, request)) return reply.code(401).send()
        const body = asParams(request.body)
        const fault = takeFault(gateway.faults, operation, text(group(body, 'transaction'), 'amount'))
        if (fault?.kind === 'error_500') return reply.code(500).send()
        await delayBefore(fault)
        const response = attempt(body, () => handler({ id: request.params.id ?? '', body }))
        await delayAfter(fault, request.raw.socket)
        return send(reply, response)
      },
    })
  }

function isAuthorized({ merchant }: Gateway, request: FastifyRequest<{ Params: { merchant: string } }>) {
  const expected = Buffer.from(`${merchant.public_key}:${merchant.private_key}`).toString('base64')
  return request.headers.authorization === `Basic ${expected}` && request.params.merchant === merchant.merchant_id
}
