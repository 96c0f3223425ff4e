import type { $ZodType, input, output } from 'zod/v4/core'

import { hasAnyRole, platformRoles } from '../platform-roles.ts'
import type { SecurityEventType } from '../security/security-events.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The platform roles that may use each kind of staff endpoint and its admin page. */
const STAFF_ROLES = {
  staff: ['platform_admin', 'support_staff'],
  editors: ['platform_admin', 'support_staff', 'collection_admin'],
  platform_admins: ['platform_admin'],
} as const
export type StaffAccess = keyof typeof STAFF_ROLES

export const hasStaffAccess = (access: StaffAccess, roles: readonly number[]): boolean =>
  !hasAnyRole(roles, 'suspended') && hasAnyRole(roles, ...STAFF_ROLES[access])

/** Returns the numbers of the roles with this access, for queries. */
export const staffRoleNumbers = (access: StaffAccess): number[] => STAFF_ROLES[access].map(name => platformRoles[name])

/** Who may call an endpoint at all. Finer permissions are in each feature's `policy.ts`. */
export type EndpointAccess = 'anyone' | 'signed_in' | StaffAccess

/** Returns whether an endpoint is for staff only. It answers 404 to everyone else. */
export const isStaffAccess = (access: EndpointAccess): access is StaffAccess =>
  access !== 'anyone' && access !== 'signed_in'

/** The statuses of documented failures. */
export type FailureStatus = 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503

/** Everything about an endpoint except its response. */
type CommonSpec = {
  /** The security event to log when the request succeeds. */
  logs_success?: SecurityEventType
  /** The security event to log when the handler refuses, such as for a wrong password. */
  logs_refusal?: SecurityEventType
  /** One line for the API documentation. */
  summary: string
  /** The endpoint's group in the API documentation. By default, the first part of its path. */
  tag?: string
  /** The statuses of the handler's own refusals, for the API documentation: those that the rest doesn't imply. */
  refusals?: readonly FailureStatus[]
  who: EndpointAccess
  /** Whether staff who act as a customer may call it. They are refused by default, for reads and writes alike. */
  masquerade?: 'allowed'
  params?: $ZodType
  query?: $ZodType
  body?: $ZodType
  /** The media types of a body that is not JSON. Access is then checked before the body is read. */
  binary_body?: readonly string[]
  /** Requests per minute from one address, where the general limit is too generous. */
  per_minute?: number
  /** Whether suspended users may call it although it changes something: contacting us and leaving. */
  open_to_suspended?: boolean
  /** The maximum body size in bytes, where the general limit is too generous. */
  max_bytes?: number
  /**
   * Writes accept an Idempotency-Key, and a repeated request gets the first response. `required`: the handler receives
   * the key and stores it itself, because a lost request could not be repeated safely without one. `ignored`: a repeated
   * request is harmless, or too large to store.
   */
  idempotency_key?: 'required' | 'ignored'
  /** How long everyone may cache the response. By default, responses are private and not stored. */
  max_age_seconds?: number
  /** Whether visitors may call it before the shop opens: signing in, and what every page loads. */
  before_opening?: 'allowed'
  /** Whether it is served while the shop is too busy for new visitors: payments in progress. */
  served_when_busy?: boolean
}

type EndpointSpec = CommonSpec & {
  /** The schema of `data` in the response. */
  reply: $ZodType
  /** The schema of `meta` in the response, for lists. */
  meta?: $ZodType
}

type FileSpec = CommonSpec & {
  /** The media type of the file. */
  file: string
  /** For files that are expensive to build, which a HEAD request would throw away. */
  refuses_head?: boolean
}

type Declared<S> = S & { method: HttpMethod; path: string }

/** An API endpoint as data: the server serves it, the web client calls it, and the documentation lists it. */
export type Endpoint<S extends EndpointSpec = EndpointSpec> = Declared<S>
/** An endpoint that sends a file instead of JSON. */
export type FileEndpoint<S extends FileSpec = FileSpec> = Declared<S>
export type AnyEndpoint = Endpoint | FileEndpoint

/** Declares an endpoint. `path` is relative to `/api` and uses Fastify's `:name` parameters. */
export const endpoint = <S extends EndpointSpec>(method: HttpMethod, path: string, spec: S): Endpoint<S> => ({
  method,
  path,
  ...spec,
})

/** Declares an endpoint that sends a file. `url` begins with `/api`, because pages link to it. */
export const fileEndpoint = <S extends FileSpec>(url: string, spec: S): FileEndpoint<S> => ({
  method: 'GET',
  path: url.slice('/api'.length),
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
