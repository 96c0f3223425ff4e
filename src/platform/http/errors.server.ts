import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

import type { Deps } from '../deps.ts'
import type { Reporter } from '../monitoring/reporter.server.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyInstance {
    reportFault: Reporter['report']
  }
}

const FALLBACK_MESSAGE = 'Something went wrong.'

type FailureBody = { message: string; errors: Record<string, string[]>; meta?: Record<string, unknown> }

/**
 * Turns every failure into a response with a status, a message and messages per field. Never exposes a stack, SQL or a
 * path.
 */
export const registerErrorHandlers = (app: FastifyInstance, { reporter }: Pick<Deps, 'reporter'>) => {
  app.decorate('reportFault', reporter.report)
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ message: 'There is nothing at this address.', errors: {} }),
  )
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => sendFailure(error, request, reply))
}

/**
 * Sends a failure. Also used for requests that are refused before any handler, such as an unreadable URL.
 * `extraFields` adds fields that an endpoint's own clients expect.
 */
export const sendFailure = (
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  extraFields?: (message: string) => object,
) => {
  const { status, ...failure } = toFailure(error)
  if (status >= 500) {
    request.log.error({ err: error, req: request }, 'request failed')
    // An unavailable database is reported once by /readyz and the log, not per request.
    if (status === 500) request.server.reportFault(error, describeRequest(request))
  }
  // An endpoint may have allowed everyone to cache its successful response.
  if (request.url.startsWith('/api/')) void reply.header('cache-control', 'private, no-store')
  const seconds = failure.meta?.['retry_after_seconds']
  if (typeof seconds === 'number') void reply.header('retry-after', seconds)
  if (status === 503) void reply.header('retry-after', '5')
  return reply.code(status).send({ ...failure, ...extraFields?.(failure.message) })
}

const describeRequest = ({ id, method, routeOptions }: FastifyRequest) => ({
  request_id: id,
  method,
  route: routeOptions.url ?? 'none',
})

/** The fields of an error that are logged. The embedded database's own errors contain every query parameter. */
export const serializeError = (error: Error & { code?: unknown }) => ({
  type: error.name,
  message: error.message,
  stack: error.stack ?? '',
  ...(typeof error.code === 'string' && { code: error.code }),
})

const toFailure = (error: FastifyError | Refusal): FailureBody & { status: number } => {
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
    const errors = toFieldErrors(error.validation)
    return { status: 422, message: Object.values(errors)[0]?.[0] ?? 'Please check the marked fields.', errors }
  }
  if (isDatabaseUnavailable(error))
    return { status: 503, message: 'The shop is temporarily unavailable. Please try again in a moment.', errors: {} }
  if (isUnstorableText(error))
    return {
      status: 422,
      message: 'The text contains a character that can’t be stored. Please remove it and try again.',
      errors: {},
    }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status === 429) return { status, message: 'Too many requests. Please wait a moment.', errors: {} }
  if (status === 413) return { status, message: 'That is too large to send.', errors: {} }
  if (status === 415) return { status, message: 'Please send JSON.', errors: {} }
  if (status >= 400 && status < 500) return { status: 400, message: 'This request could not be read.', errors: {} }
  return { status: 500, message: FALLBACK_MESSAGE, errors: {} }
}

const toFieldErrors = (issues: { instancePath: string; message?: string }[]) => {
  const errors: Record<string, string[]> = {}
  for (const { instancePath, message = 'Please check this field.' } of issues) {
    const field = instancePath.split('/').filter(Boolean).join('.') || 'form'
    ;(errors[field] ??= []).push(message)
  }
  return errors
}

const CONNECTION_ERROR_CODES = new Set([
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

/** PostgreSQL stores no NUL characters: `character_not_in_repertoire` and `untranslatable_character`. */
const UNSTORABLE_TEXT_CODES = new Set<unknown>(['22021', '22P05'])
const isUnstorableText = ({ code }: { code?: unknown }) => UNSTORABLE_TEXT_CODES.has(code)

/** The PostgreSQL client gives these errors no code. */
const LOST_CONNECTION_PATTERN =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/

const isDatabaseUnavailable = ({ code, message }: { code?: unknown; message: string }) =>
  (typeof code === 'string' && CONNECTION_ERROR_CODES.has(code)) || LOST_CONNECTION_PATTERN.test(message)
