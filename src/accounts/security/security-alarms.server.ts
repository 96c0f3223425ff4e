/** Alarms for platform admins, sent by email at most once per hour for each kind and subject. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { staffRoleNumbers } from '#platform/http/endpoint.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

const HOUR_MS = 3_600_000

type AlarmDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>

export type Alarm = {
  /** What happened, as a code such as "accounts_failing". */
  kind: string
  /** What the hourly limit applies to: an address or an account. */
  subject: string
  /** A sentence for the email and the log, without secrets. */
  text: string
  user_id?: number | null
  address?: string
}

/**
 * Raises an alarm unless the same one was raised within the hour. Writes a security log entry and sends an email. Call
 * it outside of transactions. Returns whether it raised the alarm.
 */
export const raiseAlarm = async (deps: AlarmDeps, alarm: Alarm): Promise<boolean> => {
  const { kind, subject, text, user_id = null, address = '' } = alarm
  const at = deps.clock.now()
  const is_new = await deps.db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(170, hashtext(${`${kind} ${subject}`}))`.execute(trx)
    const recent = await trx
      .selectFrom('security_events')
      .where('type', '=', 'alarm')
      .where('at', '>', new Date(at.getTime() - HOUR_MS))
      .where(sql`detail ->> 'kind'`, '=', kind)
      .where(sql`detail ->> 'subject'`, '=', subject)
      .select('id')
      .executeTakeFirst()
    if (recent) return false
    const { id } = await trx
      .insertInto('security_events')
      .values({ at, type: 'alarm', user_id, address, detail: JSON.stringify({ kind, subject, text }) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordEvent(trx, 'security.alarm_raised', { security_event_id: id })
    return true
  })
  if (is_new) writeSecurityLine(deps, { at, type: 'alarm', kind, subject, text, user_id, address })
  return is_new
}

/** Writes one line of JSON at any LOG_LEVEL except `silent`. */
export const writeSecurityLine = (
  { config, log }: Pick<Deps, 'config' | 'log'>,
  { at, ...event }: { at: Date } & Record<string, unknown>,
): void => {
  if (config.log_level === 'silent') return
  const line = `${JSON.stringify({ level: 30, time: at.getTime(), msg: 'security event', security: event })}\n`
  if (log) log.write(line)
  else process.stdout.write(line)
}

type LoggedSecurityEvent = { id: number; type: string; user_id: number | null; address: string; country: string | null }

/** Raises alarms for a new security log entry. */
export const checkForAlarms = async (deps: AlarmDeps, event: LoggedSecurityEvent): Promise<void> => {
  if (event.type === 'sign_in_failed') await checkFailures(deps, event)
  if (event.type === 'sign_in' && event.country !== null) await checkCountry(deps, event)
}

const ALARM_ACCOUNTS = 10
const FAILURE_WINDOW_MS = 600_000

const checkFailures = async (deps: AlarmDeps, { address }: LoggedSecurityEvent): Promise<void> => {
  const { accounts } = await deps.db
    .selectFrom('security_events')
    .where('address', '=', address)
    .where('at', '>', new Date(deps.clock.now().getTime() - FAILURE_WINDOW_MS))
    .where('type', '=', 'sign_in_failed')
    .select(sql<number>`count(distinct coalesce(email_hash::text, user_id::text))::integer`.as('accounts'))
    .executeTakeFirstOrThrow()
  if (accounts < ALARM_ACCOUNTS) return
  const text = `Sign-ins to ${accounts} accounts failed from the address ${address} within ten minutes.`
  await raiseAlarm(deps, { kind: 'accounts_failing', subject: address, text, address })
}

/**
 * Raises an alarm when support, platform or collection admins sign in from a new country. The first known country
 * raises none.
 */
const checkCountry = async (deps: AlarmDeps, { id, user_id, address, country }: LoggedSecurityEvent): Promise<void> => {
  if (user_id === null || country === null) return
  const staff = await deps.db
    .selectFrom('users')
    .where('id', '=', user_id)
    .where(sql<boolean>`platform_roles && ${staffRoleNumbers('editors')}::integer[]`)
    .select('email')
    .executeTakeFirst()
  if (!staff) return
  const { before, here } = await countOtherSignIns(deps.db, { id, user_id, country })
  if (before === 0 || here > 0) return
  const text = `${staff.email} signed in from ${country}, where this account has not signed in before.`
  await raiseAlarm(deps, { kind: 'staff_new_country', subject: `${user_id} ${country}`, text, user_id, address })
}

const countOtherSignIns = (db: Db, { id, user_id, country }: { id: number; user_id: number; country: string }) =>
  db
    .selectFrom('security_events')
    .where('user_id', '=', user_id)
    .where('type', '=', 'sign_in')
    .where('country', 'is not', null)
    .where('id', '!=', id)
    .select([
      sql<number>`count(*)::integer`.as('before'),
      sql<number>`(count(*) filter (where country = ${country}))::integer`.as('here'),
    ])
    .executeTakeFirstOrThrow()
