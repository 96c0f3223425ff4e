import type { Endpoint, InputOf, ReplyOf } from './endpoint.ts'
import { Refusal } from './refusal.ts'
import { reportError } from './report-error.ts'

type Sent = { method: string; headers: Record<string, string>; body?: string; signal?: AbortSignal }
/** What is read of an answer. */
type Answered = Pick<Response, 'ok' | 'status' | 'json'>
export type Send = (url: string, init: Sent) => Promise<Answered>

type Options = { signal?: AbortSignal; idempotencyKey?: string }
type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

const fallback = 'Something went wrong.'

/** The address of an endpoint with its input: `/api/clips/3?sort=newest`. Empty values are left out. */
export const addressOf = <E extends Endpoint>(endpoint: E, { params, query }: Parts): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== ''))
      search.set(name, String(value))
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`
}

/** Turns an endpoint and its input into a request over any fetch: the browser's, or the server's own in process. Throws Refusal. */
export const caller =
  (send: Send) =>
  async <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: Options = {}): Promise<ReplyOf<E>> => {
    const parts = input as Parts
    const headers: Record<string, string> = { accept: 'application/json' }
    if (parts.body !== undefined) headers['content-type'] = 'application/json'
    if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
    const response = await send(addressOf(endpoint, parts), {
      method: endpoint.method,
      headers,
      ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
      ...(options.signal && { signal: options.signal }),
    })
    const answer = await response.json().catch(() => ({}))
    if (!response.ok) throw refusalOf(response.status, answer)
    return answer as ReplyOf<E>
  }

export type Call = ReturnType<typeof caller>

type Failure = {
  message?: string
  exception_message?: string
  errors?: Record<string, string[]>
  meta?: Record<string, unknown>
}

const refusalOf = (status: number, { message, exception_message, errors, meta }: Failure) =>
  new Refusal(status, exception_message ?? message ?? fallback, errors, meta)

/** Uploads and downloads have their own ways; no other answer takes longer. */
export const timeout_ms = 180_000

const within = (signal: AbortSignal | undefined) => {
  const timeout = AbortSignal.timeout(timeout_ms)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

const ask = caller((url, { signal, ...init }) =>
  fetch(url, { ...init, credentials: 'same-origin', signal: within(signal) }),
)

/** Answers that were meant for a person: what they did cannot be, or is somebody else's. */
const meant = new Set([401, 403, 404, 409, 410, 422, 429, 503])

/** The browser's own caller. What fails without being meant is told to our people. */
export const call: Call = async (endpoint, input, options) => {
  try {
    return await ask(endpoint, input, options)
  } catch (error) {
    if (error instanceof Refusal && !meant.has(error.status)) reportError(error)
    throw error
  }
}
