import type { $ZodType, input, output } from 'zod/v4/core'

import type { SecurityEventType } from './security-events.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Platform roles that may use each kind of staff endpoint and its admin page: platform admins (2), support (3), collection
 * admins (5). Each kind has the least that its people need.
 */
const STAFF_ROLES = { staff: [2, 3], editors: [2, 3, 5], platform_admins: [2] } as const
export type StaffWho = keyof typeof STAFF_ROLES
const SUSPENDED_ROLE = 7

export const mayUse = (who: StaffWho, roles: readonly number[]): boolean =>
  !roles.includes(SUSPENDED_ROLE) && STAFF_ROLES[who].some(role => roles.includes(role))

/** Who may call an endpoint at all; finer permissions are sentences in each feature's `policy.ts`. */
export type Who = 'anyone' | 'signed_in' | StaffWho

/** Doors of our own people: for everybody else they are not there. */
export const isOurs = (who: Who): who is StaffWho => who !== 'anyone' && who !== 'signed_in'

type Shapes = {
  /** What the security log notes when the request succeeds. */
  logs_success?: SecurityEventType
  /** What the security log notes when the handler refuses: a wrong password, a wrong code. */
  logs_refusal?: SecurityEventType
  /** One line for the API's own documentation. */
  summary: string
  who: Who
  /** For staff who act as a customer. Without it they are refused, whether the endpoint reads or changes something. */
  masquerade?: 'allowed'
  params?: $ZodType
  query?: $ZodType
  body?: $ZodType
  /** Shape of `data` in the answer. */
  reply: $ZodType
  /** Shape of `meta` in the answer, for lists. */
  meta?: $ZodType
  /** Requests a minute from one address, where the general limit is too generous. */
  per_minute?: number
  /** Changes something, and the suspended may still do it: how they reach us, and how they leave. */
  open_to_suspended?: boolean
  /** Of a body, where the general limit is too generous. */
  most_bytes?: number
  /** The endpoint keeps its own record of Idempotency-Keys (checkout's operation key). */
  keeps_own_keys?: boolean
}

/** One door of the JSON API as data: the server answers it, the web calls it, the documentation lists it. */
export type Endpoint<S extends Shapes = Shapes> = S & { method: Method; path: string }

/** `path` is relative to `/api`, with Fastify's `:name` parameters. */
export const endpoint = <S extends Shapes>(method: Method, path: string, shapes: S): Endpoint<S> => ({
  method,
  path,
  ...shapes,
})

type Part<T, K extends string, Kind extends 'in' | 'out'> = T extends { [P in K]: infer S extends $ZodType }
  ? { [P in K]: Kind extends 'in' ? input<S> : output<S> }
  : unknown

/** A query of which nothing has to be given need not be there. */
type Asked<T> = T extends { query: infer S extends $ZodType }
  ? Partial<input<S>> extends input<S>
    ? { query?: input<S> }
    : { query: input<S> }
  : unknown

/** What a caller gives. */
export type InputOf<E> = Part<E, 'params', 'in'> & Asked<E> & Part<E, 'body', 'in'>
/** What a handler receives, after validation. */
export type GivenTo<E> = Part<E, 'params', 'out'> & Part<E, 'query', 'out'> & Part<E, 'body', 'out'>
export type ReplyOf<E extends Endpoint> = {
  data: output<E['reply']>
  meta: E['meta'] extends $ZodType ? output<E['meta']> : Record<string, never>
}
