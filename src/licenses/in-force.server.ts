/** The rules of `in-force.ts` in SQL, for a license `l` of `licenseView`. */
import { sql, type SqlBool } from 'kysely'

import { licensedOrderStates } from '#orders/states.ts'

import { getSoonLimit, onHoldStates, type LicenseState } from './in-force.ts'

const list = (states: readonly string[]) => sql`(${sql.join(states)})`

export const licenseStateSql = (now: Date) => sql<LicenseState>`case
  when l.revoked_at is not null or l.order_state not in ${list([...licensedOrderStates, ...onHoldStates])} then 'revoked'
  when l.superseded_by is not null then 'superseded'
  when l.order_state in ${list(onHoldStates)} then 'on_hold'
  when l.ends_at <= ${now} then 'ended'
  when l.ends_at <= ${getSoonLimit(now)} then 'ends_soon'
  else 'in_force' end`

/** Whether the license is in force or was until its end: not revoked, superseded or on hold. */
export const inForceBeforeEnd = sql<SqlBool>`(l.revoked_at is null and l.superseded_by is null
  and l.order_state in ${list(licensedOrderStates)})`

/** Whether the license is in force. */
export const inForce = (now: Date) => sql<SqlBool>`(${inForceBeforeEnd} and (l.ends_at is null or l.ends_at > ${now}))`
