import { reportError } from '../monitoring/report-error.ts'
import type { Endpoint, InputOf, ReplyOf } from './endpoint.ts'
import { Refusal } from './refusal.ts'

type CallRequestInit = { method: string; headers: Record<string, string>; body?: string; signal?: AbortSignal }
/** The parts of a response that the caller reads. */
type CallResponse = Pick<Response, 'ok' | 'status' | 'json'>
export type CallTransport = (url: string, init: CallRequestInit) => Promise<CallResponse>

type CallOptions = { signal?: AbortSignal; idempotencyKey?: string }
type RequestParts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

const FALLBACK_MESSAGE = 'Something went wrong.'

/** Returns the URL of an endpoint with its input, such as `/api/clips/3?sort=newest`. Omits empty values. */
export const endpointUrl = <E extends Endpoint>(endpoint: E, { params, query }: RequestParts): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== ''))
      search.set(name, String(value))
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`
}

/**
 * Returns a caller over any fetch: the browser's, or the server's own in-process one. The caller throws a Refusal for
 * error responses.
 */
export const createCaller =
  (send: CallTransport) =>
  async <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<ReplyOf<E>> => {
    const parts = input as RequestParts
    const headers: Record<string, string> = { accept: 'application/json' }
    if (parts.body !== undefined) headers['content-type'] = 'application/json'
    if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
    const response = await send(endpointUrl(endpoint, parts), {
      method: endpoint.method,
      headers,
      ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
      ...(options.signal && { signal: options.signal }),
    })
    const result = await response.json().catch(() => ({}))
    if (!response.ok) throw toRefusal(response.status, result)
    return result as ReplyOf<E>
  }

export type Call = ReturnType<typeof createCaller>

type ErrorResponseBody = {
  message?: string
  exception_message?: string
  errors?: Record<string, string[]>
  meta?: Record<string, unknown>
}

const toRefusal = (status: number, { message, exception_message, errors, meta }: ErrorResponseBody) =>
  new Refusal(status, exception_message ?? message ?? FALLBACK_MESSAGE, errors, meta)

/** The timeout of an API call. Uploads and downloads do not go through this client. */
export const CALL_TIMEOUT_MS = 180_000

const withTimeout = (signal: AbortSignal | undefined) => {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

const callOverFetch = createCaller((url, { signal, ...init }) =>
  fetch(url, { ...init, credentials: 'same-origin', signal: withTimeout(signal) }),
)

/** Refusals that the user can understand and act on. They are not reported. */
const EXPECTED_STATUSES = new Set([401, 403, 404, 409, 410, 422, 429, 503])

/** Calls an endpoint from the browser. Reports unexpected failures and rethrows every failure. */
export const call: Call = async (endpoint, input, options) => {
  try {
    return await callOverFetch(endpoint, input, options)
  } catch (error) {
    if (error instanceof Refusal && !EXPECTED_STATUSES.has(error.status)) reportError(error)
    throw error
  }
}
