/**
 * How often somebody may try to pay or to save a payment method: declined tries are counted by person, workspace, cart and
 * IP address, and each further one makes the next wait longer. A burst of them in the whole shop is mailed to platform admins.
 */
import { sql } from 'kysely'

import { needConfirmedEmail } from '#accounts/confirmed-email.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** After the first decline that is too many, the second, …; the last holds for all further ones. */
const PAUSES_MS = [1, 5, 15, 60].map(minutes => minutes * MINUTE_MS)
/** Declines before the first pause. Many people can share an address. */
export const MAX_DECLINES = 3
export const MAX_DECLINES_OF_ADDRESS = 10
/** Declines are counted for so long, those of an address for an hour. */
const COUNTED_MS = 24 * HOUR_MS

const BURST_MS = 10 * MINUTE_MS
const MAX_BURST = 20
const MAX_BURST_OF_ADDRESS = 10
const ALARM_PAUSE_MS = HOUR_MS
const KEPT_MS = 30 * 24 * HOUR_MS

export type Payer = {
  user_id: number
  workspace_id: number
  cart_id: number | null
  /** IP address; '' when it is not known. */
  address: string
}

/** `void`: it says nothing about the payment method, as when the gateway was away. */
type TryEnd = 'declined' | 'approved' | 'void'

type Counted = { column: 'user_id' | 'workspace_id' | 'cart_id' | 'address'; value: number | string; most: number }

const countersOf = ({ user_id, workspace_id, cart_id, address }: Payer): Counted[] => [
  ...(address === '' ? [] : [{ column: 'address' as const, value: address, most: MAX_DECLINES_OF_ADDRESS }]),
  ...(cart_id === null ? [] : [{ column: 'cart_id' as const, value: cart_id, most: MAX_DECLINES }]),
  { column: 'user_id', value: user_id, most: MAX_DECLINES },
  { column: 'workspace_id', value: workspace_id, most: MAX_DECLINES },
]

/**
 * Writes a try down before the gateway is asked, and answers its id. Throws 429 with Retry-After while too many were declined,
 * 403 once a person with an unconfirmed email address had three. Those who try at the same time wait for each other, and a
 * try without an answer counts as declined: so the limit holds however many come at once.
 */
export const beginTry = async (
  trx: Trx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  payer: Payer,
  attempt_id: number | null = null,
): Promise<number> => {
  const now = clock.now()
  if (config.rate_limits) {
    const counters = countersOf(payer)
    // Always in this order, so that nobody waits for somebody who waits for them.
    for (const { column, value } of counters)
      await sql`select pg_advisory_xact_lock(hashtextextended(${`payment_tries.${column}:${value}`}, 0))`.execute(trx)
    for (const counter of counters) await needPatience(trx, counter, payer.user_id, now)
  }
  const { id } = await trx
    .insertInto('payment_tries')
    .values({ ...payer, attempt_id, started_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const needPatience = async (trx: Trx, { column, value, most }: Counted, user_id: number, now: Date): Promise<void> => {
  const isAddress = column === 'address'
  const { declines, last } = await trx
    .selectFrom('payment_tries')
    .where(column, '=', value as never)
    .where('state', 'in', ['open', 'declined'])
    .where('started_at', '>', new Date(now.getTime() - (isAddress ? HOUR_MS : COUNTED_MS)))
    // What was paid counts for the buyer, not for everybody behind the same address.
    .$if(!isAddress, query =>
      query.where('id', '>', eb =>
        eb
          .selectFrom('payment_tries as p')
          .where(`p.${column}`, '=', value as never)
          .where('p.state', '=', 'approved')
          .select(({ fn, val }) => fn.coalesce(fn.max('p.id'), val(0)).as('id')),
      ),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('declines'),
      fn.max(fn.coalesce('ended_at', 'started_at')).as('last'),
    ])
    .executeTakeFirstOrThrow()
  if (declines < most) return
  if (column === 'user_id') await needConfirmedEmail(trx, user_id)
  const pause_ms = PAUSES_MS[Math.min(declines - most, PAUSES_MS.length - 1)] ?? 0
  const wait_seconds = Math.ceil(((last?.getTime() ?? 0) + pause_ms - now.getTime()) / 1_000)
  if (wait_seconds <= 0) return
  const minutes = Math.ceil(wait_seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  throw refuse.later(
    wait_seconds,
    `Too many payments were declined. Please wait ${wait} and try again, or ask your bank. Nothing was charged.`,
  )
}

type Try = { id: number } | { attempt_id: number }

/** Says how a try ended, once; a try that has ended already stays as it is. */
export const endTry = async (trx: Trx, which: Try, state: TryEnd, now: Date): Promise<void> => {
  const [column, value] = 'id' in which ? (['id', which.id] as const) : (['attempt_id', which.attempt_id] as const)
  const ended = await trx
    .updateTable('payment_tries')
    .set({ state, ended_at: now })
    .where(column, '=', value)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (ended && state === 'declined') await alarmAboutBurst(trx, now)
}

const alarmAboutBurst = async (trx: Trx, now: Date): Promise<void> => {
  // One after the other, so that the one that makes it a burst sees all others.
  await sql`select pg_advisory_xact_lock(140, 0)`.execute(trx)
  const rows = await trx
    .selectFrom('payment_tries')
    .where('state', '=', 'declined')
    .where('ended_at', '>', new Date(now.getTime() - BURST_MS))
    .groupBy('address')
    .select(({ fn }) => ['address', fn.countAll<number>().as('declines')])
    .orderBy('declines', 'desc')
    .execute()
  const declines = rows.reduce((sum, row) => sum + row.declines, 0)
  const [most] = rows
  if (!most || (declines < MAX_BURST && most.declines < MAX_BURST_OF_ADDRESS)) return
  const before = await trx
    .selectFrom('payment_alarms')
    .where('alarmed_at', '>', new Date(now.getTime() - ALARM_PAUSE_MS))
    .select('id')
    .executeTakeFirst()
  if (before) return
  const { id: alarm_id } = await trx
    .insertInto('payment_alarms')
    .values({ alarmed_at: now, declines, address: most.address, address_declines: most.declines })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(trx, 'payment.burst_declined', { alarm_id })
}

export const forgetOldTries = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const old = new Date(clock.now().getTime() - KEPT_MS)
  await db.deleteFrom('payment_tries').where('started_at', '<', old).execute()
  await db.deleteFrom('payment_alarms').where('alarmed_at', '<', old).execute()
}
