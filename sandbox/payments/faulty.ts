/** One call of the browser's door, under whatever fault is switched on for it. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import { after, before, type Operation, takeFault } from './faults.ts'
import type { Gateway } from './gateway.ts'

/** Does the work as the fault allows, and answers what came of it. */
export async function faulty(
  gateway: Gateway,
  operation: Operation,
  request: Pick<FastifyRequest, 'raw'>,
  reply: FastifyReply,
  work: () => object,
): Promise<object> {
  const fault = takeFault(gateway.faults, operation)
  if (fault?.kind === 'error_500') return reply.code(500).send()
  await before(fault)
  const answer = work()
  await after(fault, request.raw.socket)
  return answer
}
