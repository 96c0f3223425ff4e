import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { $ZodType, input } from 'zod/v4/core'

import { isMember, type Actor, type Member } from './actor.ts'
import { isStaffAccess, hasStaffAccess, type Endpoint, type HandlerInput } from './endpoint.ts'
import { refuse } from './refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
  interface FastifyContextConfig {
    /** Routes that send files declare only who may call them. */
    endpoint?: Pick<Endpoint, 'who'> & Partial<Endpoint>
  }
}

type ActorOf<E extends Endpoint> = E['who'] extends 'anyone' ? Actor : Member
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

type HandlerContext<E extends Endpoint> = HandlerInput<E> & {
  actor: ActorOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

const SUSPENDED_ROLE = 7

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

/** Serves one endpoint: checks access, the input and the response. */
export const serve = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (
    context: HandlerContext<E>,
  ) => Promise<HandlerResult<E> | RawJsonResponse> | HandlerResult<E> | RawJsonResponse,
) => {
  const { method, path, params, query, body, reply, meta, summary, per_minute, most_bytes } = endpoint
  app.route({
    method,
    url: `/api${path}`,
    schema: {
      summary,
      tags: [path.split('/')[1] === 'v2' ? (path.split('/')[2] ?? '') : (path.split('/')[1] ?? '')],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { 200: z.object({ data: reply, meta: meta ?? z.optional(z.object({})) }) },
    },
    ...(most_bytes && { bodyLimit: most_bytes }),
    config: { endpoint, ...(per_minute && { rateLimit: { max: per_minute, timeWindow: 60_000 } }) },
    // Check access before the input, so that users without access learn nothing from validation.
    preValidation: async request => {
      requireAccess(endpoint, request.actor)
      if (hasLongList(request.body)) throw refuse(422, `A list can have at most ${MAX_LIST_LENGTH} entries.`)
    },
    handler: async (request, response) => {
      const { params, query, body } = request
      // Fastify has validated these by the schemas above, but its types do not express that.
      const context = {
        params,
        query,
        body,
        actor: request.actor,
        request,
        reply: response,
      } as unknown as HandlerContext<E>
      const result = await handler(context)
      if (result instanceof RawJsonResponse) return response.type('application/json; charset=utf-8').send(result.json)
      return { meta: {}, ...result }
    },
  })
}

const isWrite = ({ method = 'GET' }: Partial<Endpoint>) => method !== 'GET'

/**
 * Throws 401, 403 or 404 unless the actor may call the endpoint. `serve` does this itself; a route that does not send
 * JSON must call it.
 */
export const requireAccess = (endpoint: Pick<Endpoint, 'who'> & Partial<Endpoint>, actor: Actor) => {
  const { who: access } = endpoint
  const isRestricted = access !== 'anyone' || (isWrite(endpoint) && !endpoint.open_to_suspended)
  if (isRestricted && actor.platform_roles.includes(SUSPENDED_ROLE))
    throw refuse(403, 'This account is suspended. Please contact our support.')
  if (access === 'anyone') return
  if (!isMember(actor)) throw refuse(401, 'Please log in first.')
  if (!isStaffAccess(access)) return
  if (!hasStaffAccess(access, actor.platform_roles)) throw refuse.staffOnly()
  if (actor.masquerade) throw refuse(403, 'You act as somebody else now. End the masquerade first.')
  if (actor.needs_two_step)
    throw refuse(403, 'Your role needs two-step sign-in. Please set it up first.', { set_up: '/account/two-step' })
}
