import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { $ZodType, input } from 'zod/v4/core'

import { isMember, type Actor, type Member } from './actor.ts'
import { isOurs, mayUse, type Endpoint, type GivenTo } from './endpoint.ts'
import { refuse } from './refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
  interface FastifyContextConfig {
    /** A route that answers a file declares only who may call it. */
    endpoint?: Pick<Endpoint, 'who'> & Partial<Endpoint>
  }
}

type ActorOf<E extends Endpoint> = E['who'] extends 'anyone' ? Actor : Member
type DataOf<E extends Endpoint> = input<E['reply']>
type Answer<E extends Endpoint> = E['meta'] extends $ZodType
  ? { data: DataOf<E>; meta: input<E['meta']> }
  : { data: DataOf<E> }

/** A whole answer, `{"data":…,"meta":…}`, that is JSON text already: it is sent as it is, so a test must hold it against the reply's shape. */
export class ReadyAnswer {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

type Given<E extends Endpoint> = GivenTo<E> & { actor: ActorOf<E>; request: FastifyRequest; reply: FastifyReply }

const suspended_role = 7

/** No list of ours takes more. */
const most_in_list = 1_000
/** Deeper than the lists of any endpoint. */
const looked_into = 4

/** Looked for before the shapes are checked: a text for each entry of a huge list takes seconds, and then the stack. */
const hasLongList = (body: unknown, depth = looked_into): boolean => {
  if (typeof body !== 'object' || body === null || depth === 0) return false
  if (Array.isArray(body) && body.length > most_in_list) return true
  return Object.values(body).some(part => hasLongList(part, depth - 1))
}

/** Answers one endpoint: checks its input, who asks, and the shape of the answer. */
export const serve = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (given: Given<E>) => Promise<Answer<E> | ReadyAnswer> | Answer<E> | ReadyAnswer,
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
    // Who asks comes before what they ask: a stranger learns nothing from our checks.
    preValidation: async request => {
      admit(endpoint, request.actor)
      if (hasLongList(request.body)) throw refuse(422, `A list can have at most ${most_in_list} entries.`)
    },
    handler: async (request, response) => {
      const { params, query, body } = request
      // The shapes above have been checked by Fastify; TypeScript cannot see that through its types.
      const given = { params, query, body, actor: request.actor, request, reply: response } as unknown as Given<E>
      const answer = await handler(given)
      if (answer instanceof ReadyAnswer) return response.type('application/json; charset=utf-8').send(answer.json)
      return { meta: {}, ...answer }
    },
  })
}

const isChange = ({ method = 'GET' }: Partial<Endpoint>) => method !== 'GET'

/** Lets somebody past the door or throws 401, 403, 404. `serve` asks by itself; a route that does not answer JSON asks here. */
export const admit = (door: Pick<Endpoint, 'who'> & Partial<Endpoint>, actor: Actor) => {
  const { who } = door
  const isClosed = who !== 'anyone' || (isChange(door) && !door.open_to_suspended)
  if (isClosed && actor.platform_roles.includes(suspended_role))
    throw refuse(403, 'This account is suspended. Please contact our support.')
  if (who === 'anyone') return
  if (!isMember(actor)) throw refuse(401, 'Please log in first.')
  if (!isOurs(who)) return
  if (!mayUse(who, actor.platform_roles)) throw refuse.staffOnly()
  if (actor.masquerade) throw refuse(403, 'You act as somebody else now. End the masquerade first.')
  if (actor.needs_two_step)
    throw refuse(403, 'Your role needs two-step sign-in. Please set it up first.', { set_up: '/account/two-step' })
}
