import type { $ZodType, input, output } from 'zod/v4/core'

import type { SecurityEventType } from './security-events.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * The platform roles that may use each kind of staff endpoint and its admin page: platform admins (2), support (3) and
 * collection admins (5). Each kind lists the minimum.
 */
const STAFF_ROLES = { staff: [2, 3], editors: [2, 3, 5], platform_admins: [2] } as const
export type StaffAccess = keyof typeof STAFF_ROLES
const SUSPENDED_ROLE = 7

export const hasStaffAccess = (access: StaffAccess, roles: readonly number[]): boolean =>
  !roles.includes(SUSPENDED_ROLE) && STAFF_ROLES[access].some(role => roles.includes(role))

/** Who may call an endpoint at all. Finer permissions are in each feature's `policy.ts`. */
export type EndpointAccess = 'anyone' | 'signed_in' | StaffAccess

/** Returns whether an endpoint is for staff only. It answers 404 to everyone else. */
export const isStaffAccess = (access: EndpointAccess): access is StaffAccess =>
  access !== 'anyone' && access !== 'signed_in'

type EndpointSpec = {
  /** The security event to log when the request succeeds. */
  logs_success?: SecurityEventType
  /** The security event to log when the handler refuses, such as for a wrong password. */
  logs_refusal?: SecurityEventType
  /** One line for the API documentation. */
  summary: string
  who: EndpointAccess
  /** Whether staff who act as a customer may call it. They are refused by default, for reads and writes alike. */
  masquerade?: 'allowed'
  params?: $ZodType
  query?: $ZodType
  body?: $ZodType
  /** The schema of `data` in the response. */
  reply: $ZodType
  /** The schema of `meta` in the response, for lists. */
  meta?: $ZodType
  /** Requests per minute from one address, where the general limit is too generous. */
  per_minute?: number
  /** Whether suspended users may call it although it changes something: contacting us and leaving. */
  open_to_suspended?: boolean
  /** The maximum body size in bytes, where the general limit is too generous. */
  most_bytes?: number
  /** Whether the endpoint stores its own Idempotency-Keys (checkout's operation key). */
  keeps_own_keys?: boolean
}

/** An API endpoint as data: the server serves it, the web client calls it, and the documentation lists it. */
export type Endpoint<S extends EndpointSpec = EndpointSpec> = S & { method: HttpMethod; path: string }

/** Declares an endpoint. `path` is relative to `/api` and uses Fastify's `:name` parameters. */
export const endpoint = <S extends EndpointSpec>(method: HttpMethod, path: string, spec: S): Endpoint<S> => ({
  method,
  path,
  ...spec,
})

type EndpointPart<T, K extends string, Kind extends 'in' | 'out'> = T extends { [P in K]: infer S extends $ZodType }
  ? { [P in K]: Kind extends 'in' ? input<S> : output<S> }
  : unknown

/** A query whose fields are all optional may be omitted. */
type QueryInput<T> = T extends { query: infer S extends $ZodType }
  ? Partial<input<S>> extends input<S>
    ? { query?: input<S> }
    : { query: input<S> }
  : unknown

/** The input that a caller passes. */
export type InputOf<E> = EndpointPart<E, 'params', 'in'> & QueryInput<E> & EndpointPart<E, 'body', 'in'>
/** The input that a handler receives, after validation. */
export type HandlerInput<E> = EndpointPart<E, 'params', 'out'> &
  EndpointPart<E, 'query', 'out'> &
  EndpointPart<E, 'body', 'out'>
export type ReplyOf<E extends Endpoint> = {
  data: output<E['reply']>
  meta: E['meta'] extends $ZodType ? output<E['meta']> : Record<string, never>
}
