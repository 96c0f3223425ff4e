/** What platform admins hear of at once: one mail, at most every hour for each kind and subject. */
import { sql } from 'kysely'

import type { Db } from './database.server.ts'
import type { Deps } from './deps.ts'
import { record } from './outbox.server.ts'

const hour_ms = 3_600_000

type AlarmDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>

export type Alarm = {
  /** "accounts_failing": what happens, as code. */
  kind: string
  /** Of what it is one alarm an hour: an address, an account. */
  subject: string
  /** For the mail and the log: a sentence without secrets. */
  text: string
  user_id?: number | null
  address?: string
}

/** Raises an alarm unless the same was raised within the hour: an entry of the security log and a mail. Call it outside transactions. Answers whether it did. */
export const raiseAlarm = async (deps: AlarmDeps, alarm: Alarm): Promise<boolean> => {
  const { kind, subject, text, user_id = null, address = '' } = alarm
  const at = deps.clock.now()
  const is_new = await deps.db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(170, hashtext(${`${kind} ${subject}`}))`.execute(trx)
    const before = await trx
      .selectFrom('security_events')
      .where('type', '=', 'alarm')
      .where('at', '>', new Date(at.getTime() - hour_ms))
      .where(sql`detail ->> 'kind'`, '=', kind)
      .where(sql`detail ->> 'subject'`, '=', subject)
      .select('id')
      .executeTakeFirst()
    if (before) return false
    const { id } = await trx
      .insertInto('security_events')
      .values({ at, type: 'alarm', user_id, address, detail: JSON.stringify({ kind, subject, text }) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(trx, 'security.alarm_raised', { security_event_id: id })
    return true
  })
  if (is_new) writeSecurityLine(deps, { at, type: 'alarm', kind, subject, text, user_id, address })
  return is_new
}

/** One line of JSON, whatever LOG_LEVEL is; only `silent` silences it. */
export const writeSecurityLine = (
  { config, log }: Pick<Deps, 'config' | 'log'>,
  { at, ...event }: { at: Date } & Record<string, unknown>,
): void => {
  if (config.log_level === 'silent') return
  const line = `${JSON.stringify({ level: 30, time: at.getTime(), msg: 'security event', security: event })}\n`
  if (log) log.write(line)
  else process.stdout.write(line)
}

type Written = { id: number; type: string; user_id: number | null; address: string; country: string | null }

/** Looks at an entry that was just written. */
export const checkForAlarms = async (deps: AlarmDeps, event: Written): Promise<void> => {
  if (event.type === 'sign_in_failed') await alarmOfFailures(deps, event)
  if (event.type === 'sign_in' && event.country !== null) await alarmOfCountry(deps, event)
}

const ALARM_ACCOUNTS = 10
const failures_ms = 600_000

const alarmOfFailures = async (deps: AlarmDeps, { address }: Written): Promise<void> => {
  const { accounts } = await deps.db
    .selectFrom('security_events')
    .where('address', '=', address)
    .where('at', '>', new Date(deps.clock.now().getTime() - failures_ms))
    .where('type', '=', 'sign_in_failed')
    .select(sql<number>`count(distinct coalesce(email_hash::text, user_id::text))::integer`.as('accounts'))
    .executeTakeFirstOrThrow()
  if (accounts < ALARM_ACCOUNTS) return
  const text = `Sign-ins to ${accounts} accounts failed from the address ${address} within ten minutes.`
  await raiseAlarm(deps, { kind: 'accounts_failing', subject: address, text, address })
}

/** The first sign-in whose country is known begins the list; support, platform and collection admins are watched. */
const alarmOfCountry = async (deps: AlarmDeps, { id, user_id, address, country }: Written): Promise<void> => {
  if (user_id === null || country === null) return
  const staff = await deps.db
    .selectFrom('users')
    .where('id', '=', user_id)
    .where(sql<boolean>`platform_roles && '{2,3,5}'::integer[]`)
    .select('email')
    .executeTakeFirst()
  if (!staff) return
  const { before, here } = await signInsBefore(deps.db, { id, user_id, country })
  if (before === 0 || here > 0) return
  const text = `${staff.email} signed in from ${country}, where this account has not signed in before.`
  await raiseAlarm(deps, { kind: 'staff_new_country', subject: `${user_id} ${country}`, text, user_id, address })
}

const signInsBefore = (db: Db, { id, user_id, country }: { id: number; user_id: number; country: string }) =>
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
