/** The security log: sign-ins, failures, refusals and account changes, in the database and on the server log. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'

import { isMember, type Actor } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { toLoggedPath } from '#platform/ids.server.ts'
import { signWithEach, type Secrets } from '#platform/security/secrets.server.ts'
import type { SecurityEventType } from '#platform/security/security-events.ts'
import { retentionCutoff } from '#platform/settings/retention-group.ts'

import { checkForAlarms, writeSecurityLine } from './security-alarms.server.ts'

/** The user an entry is about, when that is not the actor of the request. */
export type SecuritySubject = { user_id?: number; email?: string }
type SecurityNote = SecuritySubject & { type: SecurityEventType; detail?: Record<string, unknown> }

declare module 'fastify' {
  interface FastifyRequest {
    security_notes: SecurityNote[] | null
    security_subject: SecuritySubject | null
  }
}

/** Adds an entry that is written when the response is sent, whatever its status. Put no secrets in `detail`. */
export const noteSecurityEvent = (request: FastifyRequest, note: SecurityNote): void => {
  request.security_notes = [...(request.security_notes ?? []), note]
}

/** Sets the user that the request's own entries are about, when nobody is signed in yet. */
export const setSecuritySubject = (request: FastifyRequest, subject: SecuritySubject): void => {
  request.security_subject = subject
}

/** The limit per minute, type and address for entries that anyone can cause. Further ones are only counted. */
const MAX_PER_ADDRESS = 30
/** The limit per minute for all addresses together, in one process. */
const MAX_PER_MINUTE = 120
/** The number of addresses with their own count per minute. */
const MAX_COUNTED = 100
const MINUTE_MS = 60_000

const LIMITED_TYPES: ReadonlySet<SecurityEventType> = new Set([
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

type SecurityLogDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secret' | 'locator' | 'log'>

/**
 * Records declared security events and refusals, and writes them just before the response. A failed write is logged
 * and does not fail the request.
 */
export const registerSecurityLog = (app: FastifyInstance, deps: SecurityLogDeps) => {
  const limiter = createEventLimiter()
  const write = async (events: readonly SecurityEvent[]) => {
    await writeEvents(deps, events).catch((error: unknown) =>
      app.log.error({ err: error }, 'the security log could not be written'),
    )
  }
  app.decorateRequest('security_notes', null)
  app.decorateRequest('security_subject', null)

  app.addHook('onError', async (request, _reply, error) => {
    const type = getRefusalType(request, error)
    if (!type) return
    const detail = { status: getStatus(error), path: toLoggedPath(request.url) }
    noteSecurityEvent(request, { type, detail, ...request.security_subject })
  })

  app.addHook('onSend', async (request, reply) => {
    const { config } = request.routeOptions
    const successType = config.endpoint?.logs_success
    if (successType && reply.statusCode < 400 && !reply.hasHeader('idempotent-replay'))
      noteSecurityEvent(request, {
        type: successType,
        detail: { path: toLoggedPath(request.url) },
        ...request.security_subject,
      })
    const now = deps.clock.now()
    const suppressed = limiter.takeSuppressedCounts(now)
    if (!request.security_notes && suppressed.length === 0) return
    const events = await buildEvents(deps, request)
    await write([...suppressed, ...events.filter(event => limiter.allows(event))])
  })

  const timer = setInterval(() => void write(limiter.takeSuppressedCounts(deps.clock.now())), MINUTE_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await write(limiter.takeSuppressedCounts(new Date(deps.clock.now().getTime() + MINUTE_MS)))
  })
}

const getStatus = (error: Error & { statusCode?: number }) =>
  error instanceof Refusal ? error.status : (error.statusCode ?? 500)

/** The actor is unset until cookies are read. */
const getActor = ({ actor }: { actor?: Actor }) => actor

const getRefusalType = (request: FastifyRequest, error: Error): SecurityEventType | undefined => {
  const status = getStatus(error)
  if (status === 429) return 'rate_limited'
  if (!(error instanceof Refusal)) return undefined
  const actor = getActor(request)
  const is_member = actor !== undefined && isMember(actor)
  const { endpoint } = request.routeOptions.config
  if (is_member && (status === 403 || error.hides_staff_endpoint)) return 'permission_refused'
  // A missing CAPTCHA proof is not a wrong password.
  if (status >= 500 || 'captcha' in error.errors) return undefined
  return endpoint?.logs_refusal
}

const getRoute = ({ method, routeOptions: { url } }: FastifyRequest) => (url === undefined ? '' : `${method} ${url}`)

const buildEvents = async ({ locator }: SecurityLogDeps, request: FastifyRequest): Promise<SecurityEvent[]> => {
  const notes = request.security_notes ?? []
  if (notes.length === 0) return []
  const actor = getActor(request)
  const masquerade = actor?.masquerade
  const country = (await locator?.getCountry(request)) ?? null
  return notes.map(({ type, user_id, email, detail = {} }) => ({
    type,
    user_id: user_id ?? (email === undefined ? (masquerade?.staff_user_id ?? actor?.user_id ?? null) : null),
    email,
    address: request.ip,
    user_agent: request.headers['user-agent']?.slice(0, 200) ?? '',
    country,
    route: getRoute(request),
    request_id: request.id,
    detail: masquerade ? { ...detail, acting_as_user_id: actor?.user_id } : detail,
  }))
}

type EventCount = { event: SecurityEvent; written: number; more: number }

/** Limits entries, so that a flood cannot fill the disk. Suppressed entries become one entry with a count. */
const createEventLimiter = () => {
  let ends_ms = 0
  let written = 0
  let counts = new Map<string, EventCount>()

  const getCount = (event: SecurityEvent): EventCount => {
    const key = `${event.type} ${event.address}`
    const existing = counts.get(key)
    if (existing) return existing
    const hasOwnCount = counts.size < MAX_COUNTED
    const countKey = hasOwnCount ? key : `${event.type} elsewhere`
    const sharedCount = counts.get(countKey)
    if (sharedCount) return sharedCount
    const count = { event: hasOwnCount ? event : { ...event, address: '' }, written: 0, more: 0 }
    counts.set(countKey, count)
    return count
  }

  return {
    /** Returns the suppressed counts of the last minute, once it has ended. */
    takeSuppressedCounts: (now: Date): SecurityEvent[] => {
      if (now.getTime() < ends_ms) return []
      const ended = [...counts.values()].filter(({ more }) => more > 0)
      counts = new Map()
      written = 0
      ends_ms = now.getTime() + MINUTE_MS
      return ended.map(({ event, more }) => ({
        ...event,
        user_id: null,
        email: undefined,
        request_id: '',
        detail: { more },
      }))
    },
    /** Returns whether to write an entry of its own for the event. */
    allows: (event: SecurityEvent): boolean => {
      if (!LIMITED_TYPES.has(event.type)) return true
      const count = getCount(event)
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

/** Returns the hashes under which entries about an email are found. New entries use the first one. */
export const getEmailHashes = (secrets: Secrets, email: string): Buffer[] =>
  signWithEach(secrets, `security-log:${email.trim().toLowerCase()}`).map(text => Buffer.from(text, 'base64url'))

/** Inserts entries in one statement, writes their log lines, and checks them for alarms. */
const writeEvents = async (deps: SecurityLogDeps, events: readonly SecurityEvent[]): Promise<void> => {
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
        email_hash: email === undefined ? null : (getEmailHashes(deps.secret, email)[0] ?? null),
        detail: JSON.stringify(detail),
      })),
    )
    .returning(['id', 'type', 'user_id', 'address', 'user_agent', 'country', 'route', 'request_id', 'detail'])
    .execute()
  for (const row of rows) writeSecurityLine(deps, { ...row, at })
  for (const row of rows) await checkForAlarms(deps, row)
}

/** Deletes old entries. */
export const purgeOldSecurityEvents = (db: Db, now: Date, retention_days: number): Promise<void> =>
  db.transaction().execute(async trx => {
    await sql`select set_config('security_events.retention', 'on', true)`.execute(trx)
    await trx.deleteFrom('security_events').where('at', '<', retentionCutoff(now, retention_days)).execute()
  })
