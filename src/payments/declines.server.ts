/**
 * Rate limit for payments and saved payment methods: declined attempts are counted by user, workspace, cart and IP
 * address, those through the link in an invoice by order and IP address, and each further one makes the next wait longer. A burst of declines in the whole shop is mailed to
 * platform admins.
 */
import { sql } from 'kysely'

import { requireConfirmedEmail } from '#accounts/confirmed-email.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { retentionCutoff } from '#platform/settings/retention-group.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The wait after the first decline over the limit, the second, and so on; the last applies to all further ones. */
const PAUSES_MS = [1, 5, 15, 60].map(minutes => minutes * MINUTE_MS)
/** Declines before the first wait. Many people can share an address. */
export const MAX_DECLINES = 3
export const MAX_DECLINES_OF_ADDRESS = 10
/** Declines count for this long; those of an address for an hour. */
const COUNTING_WINDOW_MS = 24 * HOUR_MS

const BURST_MS = 10 * MINUTE_MS
const MAX_BURST = 20
const MAX_BURST_OF_ADDRESS = 10
const ALARM_PAUSE_MS = HOUR_MS

export type Payer = {
  user_id: number
  workspace_id: number
  cart_id: number | null
  /** The order of an invoice that is paid by its link: anyone can have it, so the buyer is not held back. */
  order_id?: number
  /** IP address; '' when unknown. */
  address: string
}

/** `void`: says nothing about the payment method, as when the gateway was unreachable. */
type CountedResult = 'declined' | 'approved' | 'void'

type DeclineCounter = {
  column: 'user_id' | 'workspace_id' | 'cart_id' | 'order_id' | 'address'
  value: number | string
  limit: number
}

const toCounters = ({ user_id, workspace_id, cart_id, order_id, address }: Payer): DeclineCounter[] => [
  ...(address === '' ? [] : [{ column: 'address' as const, value: address, limit: MAX_DECLINES_OF_ADDRESS }]),
  ...(cart_id === null ? [] : [{ column: 'cart_id' as const, value: cart_id, limit: MAX_DECLINES }]),
  ...(order_id === undefined
    ? [
        { column: 'user_id' as const, value: user_id, limit: MAX_DECLINES },
        { column: 'workspace_id' as const, value: workspace_id, limit: MAX_DECLINES },
      ]
    : [{ column: 'order_id' as const, value: order_id, limit: MAX_DECLINES }]),
]

/**
 * Records an attempt before the gateway is called, and returns its id. Throws 429 with Retry-After after too many
 * declines, 403 when the user has three and an unconfirmed email address. Concurrent attempts wait for each other, and
 * an attempt without an outcome counts as declined, so the limit holds under concurrency.
 */
export const startCountedAttempt = async (
  trx: Trx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  payer: Payer,
  attempt_id: number | null = null,
): Promise<number> => {
  const now = clock.now()
  if (config.rate_limits) {
    const counters = toCounters(payer)
    // Always in this order, to avoid deadlocks.
    for (const { column, value } of counters)
      await sql`select pg_advisory_xact_lock(hashtextextended(${`payment_attempt_log.${column}:${value}`}, 0))`.execute(
        trx,
      )
    for (const counter of counters) await requireNoWait(trx, counter, payer.user_id, now)
  }
  const { id } = await trx
    .insertInto('payment_attempt_log')
    .values({ ...payer, attempt_id, started_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const requireNoWait = async (
  trx: Trx,
  { column, value, limit }: DeclineCounter,
  user_id: number,
  now: Date,
): Promise<void> => {
  const isAddress = column === 'address'
  const isBuyer = column === 'user_id' || column === 'workspace_id'
  const { declines, last } = await trx
    .selectFrom('payment_attempt_log')
    .where(column, '=', value as never)
    .where('state', 'in', ['open', 'declined'])
    .$if(isBuyer, query => query.where('order_id', 'is', null))
    .where('started_at', '>', new Date(now.getTime() - (isAddress ? HOUR_MS : COUNTING_WINDOW_MS)))
    // A successful payment resets the count for the buyer, not for everyone behind the same address.
    .$if(!isAddress, query =>
      query.where('id', '>', eb =>
        eb
          .selectFrom('payment_attempt_log as p')
          .where(`p.${column}`, '=', value as never)
          .where('p.state', '=', 'approved')
          .$if(isBuyer, approved => approved.where('p.order_id', 'is', null))
          .select(({ fn, val }) => fn.coalesce(fn.max('p.id'), val(0)).as('id')),
      ),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('declines'),
      fn.max(fn.coalesce('ended_at', 'started_at')).as('last'),
    ])
    .executeTakeFirstOrThrow()
  if (declines < limit) return
  if (column === 'user_id') await requireConfirmedEmail(trx, user_id)
  const pause_ms = PAUSES_MS[Math.min(declines - limit, PAUSES_MS.length - 1)] ?? 0
  const wait_seconds = Math.ceil(((last?.getTime() ?? 0) + pause_ms - now.getTime()) / 1_000)
  if (wait_seconds <= 0) return
  const minutes = Math.ceil(wait_seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  throw refuse.later(
    wait_seconds,
    `Too many payments were declined. Please wait ${wait} and try again, or ask your bank. Nothing was charged.`,
  )
}

type CountedAttemptKey = { id: number } | { attempt_id: number }

/** Records the result of an attempt. An attempt that has ended is left unchanged. */
export const endCountedAttempt = async (
  trx: Trx,
  key: CountedAttemptKey,
  state: CountedResult,
  now: Date,
): Promise<void> => {
  const [column, value] = 'id' in key ? (['id', key.id] as const) : (['attempt_id', key.attempt_id] as const)
  const attempt = await trx
    .updateTable('payment_attempt_log')
    .set({ state, ended_at: now })
    .where(column, '=', value)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (attempt && state === 'declined') await recordBurst(trx, now)
}

const recordBurst = async (trx: Trx, now: Date): Promise<void> => {
  // One at a time, so that the attempt that completes a burst sees all others.
  await sql`select pg_advisory_xact_lock(140, 0)`.execute(trx)
  const rows = await trx
    .selectFrom('payment_attempt_log')
    .where('state', '=', 'declined')
    .where('ended_at', '>', new Date(now.getTime() - BURST_MS))
    .groupBy('address')
    .select(({ fn }) => ['address', fn.countAll<number>().as('declines')])
    .orderBy('declines', 'desc')
    .execute()
  const declines = rows.reduce((sum, row) => sum + row.declines, 0)
  const [topAddress] = rows
  if (!topAddress || (declines < MAX_BURST && topAddress.declines < MAX_BURST_OF_ADDRESS)) return
  const recentAlarm = await trx
    .selectFrom('payment_alarms')
    .where('alarmed_at', '>', new Date(now.getTime() - ALARM_PAUSE_MS))
    .select('id')
    .executeTakeFirst()
  if (recentAlarm) return
  const { id: alarm_id } = await trx
    .insertInto('payment_alarms')
    .values({ alarmed_at: now, declines, address: topAddress.address, address_declines: topAddress.declines })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordEvent(trx, 'payment.burst_declined', { alarm_id })
}

export const deleteOldAttempts = async ({
  db,
  clock,
  settings,
}: Pick<Deps, 'db' | 'clock' | 'settings'>): Promise<void> => {
  const cutoff = retentionCutoff(clock.now(), settings.current().retention.payment_attempts_days)
  await db.deleteFrom('payment_attempt_log').where('started_at', '<', cutoff).execute()
  await db.deleteFrom('payment_alarms').where('alarmed_at', '<', cutoff).execute()
}
