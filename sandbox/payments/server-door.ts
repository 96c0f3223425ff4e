/** The door of the server SDK: JSON in, XML out, under /merchants/:merchant, for whoever has the keys. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { type Answer, attempt, send } from './answers.ts'
import { after, before, type Operation, takeFault } from './faults.ts'
import type { Gateway } from './gateway.ts'
import { asParams, group, type Params, text } from './params.ts'

type Call = { id: string; body: Params }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Door = ReturnType<typeof serverDoor>

/** Answers a function that mounts one call; faults of its operation hit it. */
export const serverDoor =
  (app: FastifyInstance, gateway: Gateway) =>
  (method: Method, path: string, operation: Operation, work: (call: Call) => Answer) => {
    app.route<{ Params: { merchant: string; id?: string }; Body: unknown }>({
      method,
      url: `/merchants/:merchant${path}`,
      handler: async (request, reply) => {
        if (!isKnown(gateway, request)) return reply.code(401).send()
        const body = asParams(request.body)
        const fault = takeFault(gateway.faults, operation, text(group(body, 'transaction'), 'amount'))
        if (fault?.kind === 'error_500') return reply.code(500).send()
        await before(fault)
        const answer = attempt(body, () => work({ id: request.params.id ?? '', body }))
        await after(fault, request.raw.socket)
        return send(reply, answer)
      },
    })
  }

function isKnown({ merchant }: Gateway, request: FastifyRequest<{ Params: { merchant: string } }>) {
  const expected = Buffer.from(`${merchant.public_key}:${merchant.private_key}`).toString('base64')
  return request.headers.authorization === `Basic ${expected}` && request.params.merchant === merchant.merchant_id
}
