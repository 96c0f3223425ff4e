/** The security log: sign-ins, failures, refusals and changes of accounts, one entry each, in the database and on the server log. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'

import { isMember, type Actor } from './actor.ts'
import type { Db } from './database.server.ts'
import type { Deps } from './deps.ts'
import { loggedPath } from './ids.server.ts'
import { Refusal } from './refusal.ts'
import { signatures, type Secrets } from './secrets.server.ts'
import { checkForAlarms, writeSecurityLine } from './security-alarms.server.ts'
import type { SecurityEventType } from './security-events.ts'

/** Who an entry is about, where that is not the actor of the request. */
export type SecuritySubject = { user_id?: number; email?: string }
type Note = SecuritySubject & { type: SecurityEventType; detail?: Record<string, unknown> }

declare module 'fastify' {
  interface FastifyRequest {
    security_notes: Note[] | null
    security_subject: SecuritySubject | null
  }
  interface FastifyContextConfig {
    /** For routes that are no endpoints; endpoints have these in their contract. */
    logs_success?: SecurityEventType
  }
}

/** Adds an entry that is written when the request is answered, whatever becomes of it. No secrets in `detail`. */
export const noteSecurityEvent = (request: FastifyRequest, note: Note): void => {
  request.security_notes = [...(request.security_notes ?? []), note]
}

/** Names whom the request's own entries are about: somebody who is not signed in yet. */
export const setSecuritySubject = (request: FastifyRequest, subject: SecuritySubject): void => {
  request.security_subject = subject
}

/** Entries that anybody can cause: of each type and address this many a minute are written one by one, the rest is counted. */
const MAX_PER_ADDRESS = 30
/** Of all addresses together, in one process. */
const MAX_PER_MINUTE = 120
/** Addresses that are counted apart in a minute. */
const MAX_COUNTED = 100
const minute_ms = 60_000

const BOUNDED: ReadonlySet<SecurityEventType> = new Set([
  'sign_in_failed',
  'second_step_failed',
  'password_check_failed',
  'password_reset_requested',
  'permission_refused',
  'rate_limited',
])

export type SecurityEvent = {
  type: SecurityEventType
  user_id: number | null
  email: string | undefined
  address: string
  user_agent: string
  country: string | null
  route: string
  request_id: string
  detail: Record<string, unknown>
}

type LogDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secret' | 'places' | 'log'>

/** Notes what endpoints declare and what is refused, and writes it all just before the answer. A failure to write is logged and fails nothing. */
export const keepSecurityLog = (app: FastifyInstance, deps: LogDeps) => {
  const bound = boundEvents()
  const write = async (events: readonly SecurityEvent[]) => {
    await writeEvents(deps, events).catch((error: unknown) =>
      app.log.error({ err: error }, 'the security log could not be written'),
    )
  }
  app.decorateRequest('security_notes', null)
  app.decorateRequest('security_subject', null)

  app.addHook('onError', async (request, _reply, error) => {
    const type = refusedType(request, error)
    if (!type) return
    const detail = { status: statusOf(error), path: loggedPath(request.url) }
    noteSecurityEvent(request, { type, detail, ...request.security_subject })
  })

  app.addHook('onSend', async (request, reply) => {
    const { config } = request.routeOptions
    const done = config.endpoint?.logs_success ?? config.logs_success
    if (done && reply.statusCode < 400 && !reply.hasHeader('idempotent-replay'))
      noteSecurityEvent(request, { type: done, detail: { path: loggedPath(request.url) }, ...request.security_subject })
    const now = deps.clock.now()
    const late = bound.lateCounts(now)
    if (!request.security_notes && late.length === 0) return
    const events = await eventsOf(deps, request)
    await write([...late, ...events.filter(event => bound.allows(event))])
  })

  const timer = setInterval(() => void write(bound.lateCounts(deps.clock.now())), minute_ms).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await write(bound.lateCounts(new Date(deps.clock.now().getTime() + minute_ms)))
  })
}

const statusOf = (error: Error & { statusCode?: number }) =>
  error instanceof Refusal ? error.status : (error.statusCode ?? 500)

/** Before cookies are read, nobody is known. */
const actorOf = ({ actor }: { actor?: Actor }) => actor

const refusedType = (request: FastifyRequest, error: Error): SecurityEventType | undefined => {
  const status = statusOf(error)
  if (status === 429) return 'rate_limited'
  if (!(error instanceof Refusal)) return undefined
  const actor = actorOf(request)
  const is_member = actor !== undefined && isMember(actor)
  const { endpoint } = request.routeOptions.config
  if (is_member && (status === 403 || error.hides_staff_endpoint)) return 'permission_refused'
  // A missing proof of work is no wrong password.
  if (status >= 500 || 'captcha' in error.errors) return undefined
  return endpoint?.logs_refusal
}

const routeOf = ({ method, routeOptions: { url } }: FastifyRequest) => (url === undefined ? '' : `${method} ${url}`)

const eventsOf = async ({ places }: LogDeps, request: FastifyRequest): Promise<SecurityEvent[]> => {
  const notes = request.security_notes ?? []
  if (notes.length === 0) return []
  const actor = actorOf(request)
  const acting = actor?.masquerade
  const country = (await places?.countryOf(request)) ?? null
  return notes.map(({ type, user_id, email, detail = {} }) => ({
    type,
    user_id: user_id ?? (email === undefined ? (acting?.staff_user_id ?? actor?.user_id ?? null) : null),
    email,
    address: request.ip,
    user_agent: request.headers['user-agent']?.slice(0, 200) ?? '',
    country,
    route: routeOf(request),
    request_id: request.id,
    detail: acting ? { ...detail, acting_as_user_id: actor?.user_id } : detail,
  }))
}

type Count = { event: SecurityEvent; written: number; more: number }

/** Floods cannot fill the disk: what exceeds the bounds of a minute becomes one entry with a count. */
const boundEvents = () => {
  let ends_ms = 0
  let written = 0
  let counts = new Map<string, Count>()

  const countOf = (event: SecurityEvent): Count => {
    const key = `${event.type} ${event.address}`
    const known = counts.get(key)
    if (known) return known
    const is_apart = counts.size < MAX_COUNTED
    const name = is_apart ? key : `${event.type} elsewhere`
    const shared = counts.get(name)
    if (shared) return shared
    const made = { event: is_apart ? event : { ...event, address: '' }, written: 0, more: 0 }
    counts.set(name, made)
    return made
  }

  return {
    /** The counts of the last minute, once it has ended. */
    lateCounts: (now: Date): SecurityEvent[] => {
      if (now.getTime() < ends_ms) return []
      const late = [...counts.values()].filter(({ more }) => more > 0)
      counts = new Map()
      written = 0
      ends_ms = now.getTime() + minute_ms
      return late.map(({ event, more }) => ({
        ...event,
        user_id: null,
        email: undefined,
        request_id: '',
        detail: { more },
      }))
    },
    /** Whether an entry is written by itself. */
    allows: (event: SecurityEvent): boolean => {
      if (!BOUNDED.has(event.type)) return true
      const count = countOf(event)
      if (count.written >= MAX_PER_ADDRESS || written >= MAX_PER_MINUTE) {
        count.more += 1
        return false
      }
      count.written += 1
      written += 1
      return true
    },
  }
}

/** The hashes by which entries about an email are found: the first is the one that new entries get. */
export const emailHashes = (secrets: Secrets, email: string): Buffer[] =>
  signatures(secrets, `security-log:${email.trim().toLowerCase()}`).map(text => Buffer.from(text, 'base64url'))

/** Writes entries in one statement, then the lines, then looks for what is worth an alarm. */
const writeEvents = async (deps: LogDeps, events: readonly SecurityEvent[]): Promise<void> => {
  if (events.length === 0) return
  const at = deps.clock.now()
  const rows = await deps.db
    .insertInto('security_events')
    .values(
      events.map(({ email, user_id, detail, ...event }) => ({
        ...event,
        at,
        user_id:
          user_id ?? (email === undefined ? null : sql<number | null>`(select id from users where email = ${email})`),
        email_hash: email === undefined ? null : (emailHashes(deps.secret, email)[0] ?? null),
        detail: JSON.stringify(detail),
      })),
    )
    .returning(['id', 'type', 'user_id', 'address', 'user_agent', 'country', 'route', 'request_id', 'detail'])
    .execute()
  for (const row of rows) writeSecurityLine(deps, { ...row, at })
  for (const row of rows) await checkForAlarms(deps, row)
}

const kept_ms = 180 * 86_400_000

/** Entries are kept for 180 days. */
export const forgetOldSecurityEvents = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async trx => {
    await sql`select set_config('security_events.retention', 'on', true)`.execute(trx)
    await trx
      .deleteFrom('security_events')
      .where('at', '<', new Date(now.getTime() - kept_ms))
      .execute()
  })
