import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

import type { Deps } from './deps.ts'
import { Refusal } from './refusal.ts'
import type { Reporter } from './reporter.server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    reportFault: Reporter['report']
  }
}

const fallback = 'Something went wrong.'

type Failure = { message: string; errors: Record<string, string[]>; meta?: Record<string, unknown> }

/** One way for every failure to become an answer: its status, a sentence, texts per field; never a stack, SQL or path. */
export const answerErrors = (app: FastifyInstance, { reporter }: Pick<Deps, 'reporter'>) => {
  app.decorate('reportFault', reporter.report)
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ message: 'There is nothing at this address.', errors: {} }),
  )
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => answerFailure(error, request, reply))
}

/** Also for requests that are refused before they reach any handler: an address that cannot be read. `more` adds what a door's own callers look for. */
export const answerFailure = (
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  more?: (message: string) => object,
) => {
  const { status, ...failure } = failureOf(error)
  if (status >= 500) {
    request.log.error({ err: error, req: request }, 'request failed')
    // That the database is away is told by /readyz and the log, once for everybody.
    if (status === 500) request.server.reportFault(error, factsOf(request))
  }
  const seconds = failure.meta?.['retry_after_seconds']
  if (typeof seconds === 'number') void reply.header('retry-after', seconds)
  if (status === 503) void reply.header('retry-after', '5')
  return reply.code(status).send({ ...failure, ...more?.(failure.message) })
}

const factsOf = ({ id, method, routeOptions }: FastifyRequest) => ({
  request_id: id,
  method,
  route: routeOptions.url ?? 'none',
})

/** What the log keeps of an error: the embedded database's own errors carry every parameter of the query. */
export const errorForLog = (error: Error & { code?: unknown }) => ({
  type: error.name,
  message: error.message,
  stack: error.stack ?? '',
  ...(typeof error.code === 'string' && { code: error.code }),
})

const failureOf = (error: FastifyError | Refusal): Failure & { status: number } => {
  if (error instanceof Refusal)
    return {
      status: error.status,
      message: error.message,
      errors: error.errors,
      ...(Object.keys(error.meta).length > 0 && { meta: error.meta }),
    }
  if (hasZodFastifySchemaValidationErrors(error)) {
    if (error.validationContext === 'params')
      return { status: 404, message: 'There is nothing at this address.', errors: {} }
    const errors = fieldTexts(error.validation)
    return { status: 422, message: Object.values(errors)[0]?.[0] ?? 'Please check the marked fields.', errors }
  }
  if (isDatabaseAway(error))
    return { status: 503, message: 'The shop is short of breath. Please try again in a moment.', errors: {} }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status === 429) return { status, message: 'Too many tries. Please wait a moment.', errors: {} }
  if (status === 413) return { status, message: 'That is too large to send.', errors: {} }
  if (status === 415) return { status, message: 'Please send JSON.', errors: {} }
  if (status >= 400 && status < 500) return { status: 400, message: 'This request could not be read.', errors: {} }
  return { status: 500, message: fallback, errors: {} }
}

const fieldTexts = (issues: { instancePath: string; message?: string }[]) => {
  const errors: Record<string, string[]> = {}
  for (const { instancePath, message = 'Please check this field.' } of issues) {
    const field = instancePath.split('/').filter(Boolean).join('.') || 'form'
    ;(errors[field] ??= []).push(message)
  }
  return errors
}

const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
])

/** The PostgreSQL client gives these no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/

const isDatabaseAway = ({ code, message }: { code?: unknown; message: string }) =>
  (typeof code === 'string' && away.has(code)) || lostConnection.test(message)
