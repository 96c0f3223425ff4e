/** Runs calls of the browser API under the active faults. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import { delayAfter, delayBefore, type Operation, takeFault } from './faults.ts'
import type { Gateway } from './gateway.ts'

/** Runs the work with the operation's fault, if any, and returns its result. */
export async function withFaults(
  gateway: Gateway,
  operation: Operation,
  request: Pick<FastifyRequest, 'raw'>,
  reply: FastifyReply,
  work: () => object,
): Promise<object> {
  const fault = takeFault(gateway.faults, operation)
  if (fault?.kind === 'error_500') return reply.code(500).send()
  await delayBefore(fault)
  const result = work()
  await delayAfter(fault, request.raw.socket)
  return result
}
