import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { $ZodType, input } from 'zod/v4/core'

import { isMember, type Actor, type Member } from '../actor.ts'
import { hasAnyRole } from '../platform-roles.ts'
import {
  isStaffAccess,
  hasStaffAccess,
  type AnyEndpoint,
  type Endpoint,
  type FileEndpoint,
  type HandlerInput,
} from './endpoint.ts'
import { requireOperationKey } from './idempotency.server.ts'
import { refuse } from './refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
  interface FastifyContextConfig {
    /** For routes outside the API that show footage: they are closed before the shop opens. */
    closed_before_opening?: boolean
    endpoint?: AnyEndpoint
  }
}

type ActorOf<E extends AnyEndpoint> = E['who'] extends 'anyone' ? Actor : Member
type DataOf<E extends Endpoint> = input<E['reply']>
type HandlerResult<E extends Endpoint> = E['meta'] extends $ZodType
  ? { data: DataOf<E>; meta: input<E['meta']> }
  : { data: DataOf<E> }

/**
 * A complete `{"data":…,"meta":…}` response as JSON text. It is sent unchanged, so a test must check it against the
 * reply schema.
 */
export class RawJsonResponse {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

type HandlerContext<E extends AnyEndpoint> = HandlerInput<E> & {
  actor: ActorOf<E>
  request: FastifyRequest
  reply: FastifyReply
  operation_key: E['idempotency_key'] extends 'required' ? string : undefined
}

const MINUTE_MS = 60_000

/** The longest list that any endpoint accepts. */
const MAX_LIST_LENGTH = 1_000
/** Deeper than the lists of any endpoint. */
const MAX_DEPTH = 4

/**
 * Checked before validation: an error message for each entry of a huge list would take seconds and overflow the stack.
 */
const hasLongList = (body: unknown, depth = MAX_DEPTH): boolean => {
  if (typeof body !== 'object' || body === null || depth === 0) return false
  if (Array.isArray(body) && body.length > MAX_LIST_LENGTH) return true
  return Object.values(body).some(value => hasLongList(value, depth - 1))
}

/** Returns Fastify's options for an endpoint: its address, input, limits, and access before the input. */
export const routeOptionsOf = (endpoint: AnyEndpoint) => {
  const { method, path, params, query, body, binary_body, per_minute, max_bytes } = endpoint
  const checkAccess = async ({ actor }: FastifyRequest) => requireAccess(endpoint, actor)
  return {
    method,
    url: `/api${path}`,
    input: { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) },
    options: {
      ...(max_bytes && { bodyLimit: max_bytes }),
      config: { endpoint, ...(per_minute && { rateLimit: { max: per_minute, timeWindow: MINUTE_MS } }) },
      // Access comes first, so that users without it learn nothing from validation and send no large bodies.
      ...(binary_body && { preParsing: checkAccess }),
      preValidation: async (request: FastifyRequest) => {
        await checkAccess(request)
        if (!binary_body && hasLongList(request.body))
          throw refuse(422, `A list can have at most ${MAX_LIST_LENGTH} entries.`)
      },
    },
  }
}

const contextOf = <E extends AnyEndpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply) => {
  const { params, query, body, actor } = request
  const operation_key = endpoint.idempotency_key === 'required' ? requireOperationKey(request) : undefined
  if (endpoint.max_age_seconds) void reply.header('cache-control', `public, max-age=${endpoint.max_age_seconds}`)
  // Fastify has validated these by the endpoint's schemas, but its types do not express that.
  return { params, query, body, actor, request, reply, operation_key } as unknown as HandlerContext<E>
}

/** Serves one endpoint: checks access, the input and the response. */
export const serve = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (
    context: HandlerContext<E>,
  ) => Promise<HandlerResult<E> | RawJsonResponse> | HandlerResult<E> | RawJsonResponse,
) => {
  const { reply, meta } = endpoint
  const { method, url, input, options } = routeOptionsOf(endpoint)
  app.route({
    method,
    url,
    ...options,
    schema: { ...input, response: { 200: z.object({ data: reply, meta: meta ?? z.optional(z.object({})) }) } },
    handler: async (request, response) => {
      const result = await handler(contextOf(endpoint, request, response))
      if (result instanceof RawJsonResponse) return response.type('application/json; charset=utf-8').send(result.json)
      return { meta: {}, ...result }
    },
  })
}

/** Serves an endpoint whose handler sends a file with `reply`. */
export const serveFile = <E extends FileEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: HandlerContext<E>) => Promise<FastifyReply>,
) => {
  const { method, url, input, options } = routeOptionsOf(endpoint)
  app.route({
    method,
    url,
    ...options,
    exposeHeadRoute: !endpoint.refuses_head,
    schema: {
      ...input,
      response: { 200: { description: 'The file', content: { [endpoint.file]: { schema: z.unknown() } } } },
    },
    handler: async (request, response) => handler(contextOf(endpoint, request, response)),
  })
}

type AccessRules = Pick<AnyEndpoint, 'who' | 'method' | 'open_to_suspended'>

/** Throws 401, 403 or 404 unless the actor may call the endpoint. `serve` and `serveFile` do this themselves. */
export const requireAccess = ({ who: access, method, open_to_suspended }: AccessRules, actor: Actor) => {
  const isRestricted = access !== 'anyone' || (method !== 'GET' && !open_to_suspended)
  if (isRestricted && hasAnyRole(actor.platform_roles, 'suspended'))
    throw refuse(403, 'This account is suspended. Please contact our support.')
  if (access === 'anyone') return
  if (!isMember(actor)) throw refuse(401, 'Please log in first.')
  if (!isStaffAccess(access)) return
  if (!hasStaffAccess(access, actor.platform_roles)) throw refuse.staffOnly()
  if (actor.masquerade) throw refuse(403, 'You act as somebody else now. End the masquerade first.')
  if (actor.needs_two_step)
    throw refuse(403, 'Your role needs two-step sign-in. Please set it up first.', { set_up: '/account/two-step' })
}
