/** The rows of attempts to pay: written before the gateway is asked, read by everyone who has to know how it ended. */
import type { Selectable } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'
import { randomKey } from '#platform/ids.server.ts'
import type { Tables } from '#platform/tables.ts'

export type Attempt = Selectable<Tables['payment_attempts']>

/** For longer than any call to the gateway takes (config allows two minutes) and its search needs to show a sale. */
export const give_up_after_ms = 5 * 60_000
/** How long an attempt may be under way before the sweeper asks after it. */
export const ask_after_ms = 30_000
const hour_ms = 3_600_000

type NewAttempt = Pick<
  Attempt,
  | 'workspace_id'
  | 'user_id'
  | 'operation_key'
  | 'request_hash'
  | 'payment_type'
  | 'payment_method_id'
  | 'cart_id'
  | 'order_id'
  | 'amount_cents'
  | 'started_at'
>

/** Nothing when the key is taken, by somebody else of the workspace. */
export const startAttempt = (trx: Trx, attempt: NewAttempt): Promise<Attempt | undefined> =>
  trx
    .insertInto('payment_attempts')
    .values({ ...attempt, state: 'started', gateway_order_id: randomKey() })
    .onConflict(conflict => conflict.columns(['workspace_id', 'operation_key']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const attemptByKey = (db: Db, workspace_id: number, operation_key: string): Promise<Attempt | undefined> =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('operation_key', '=', operation_key)
    .executeTakeFirst()

/** Whether the end of an attempt is still to come. */
export const isOpen = ({ state }: Pick<Attempt, 'state'>): boolean => state === 'started' || state === 'unknown'

/** The attempt that has a cart in its hands. */
export const openAttemptOf = (db: Db, cart_id: number): Promise<Attempt | undefined> =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('cart_id', '=', cart_id)
    .where('state', 'in', ['started', 'unknown'])
    .executeTakeFirst()

/** Money may still come of it: its outcome is unknown, or its debit on the way. */
export const waiting = ['started', 'unknown', 'processing'] as const

/** The attempt that an order waits for. */
export const openAttemptOnOrder = (db: Db, order_id: number): Promise<Attempt | undefined> =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', order_id)
    .where('state', 'in', waiting)
    .executeTakeFirst()

/** The last word on an order of this workspace. */
export const attemptOfOrder = (db: Db, workspace_id: number, order_id: number) =>
  db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .leftJoin('carts as c', 'c.id', 'a.cart_id')
    .where('a.workspace_id', '=', workspace_id)
    .where('a.order_id', '=', order_id)
    .select(['a.state', 'a.payment_type', 'a.message', 'a.cart_id', 'o.universal_invoice_number as invoice_number'])
    .select('c.kind')
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Attempts that the gateway has to be asked about, longest unasked first. One that was given up is looked at hourly for a
 * day: were the gateway to charge it after all, the money goes back.
 */
export const attemptsToAsk = (db: Db, now: Date): Promise<Attempt[]> => {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where(({ and, eb, or }) =>
      or([
        and([eb('state', 'in', ['started', 'unknown', 'reversing']), eb('started_at', '<', ago(ask_after_ms))]),
        // A debit takes days, and its end is told by a webhook: this is for those that get lost.
        and([eb('state', '=', 'processing'), eb('asked_at', '<', ago(hour_ms))]),
        and([eb('state', '=', 'abandoned'), eb('ended_at', '>', ago(24 * hour_ms)), eb('asked_at', '<', ago(hour_ms))]),
      ]),
    )
    .orderBy(({ fn, ref }) => fn.coalesce(ref('asked_at'), ref('started_at')))
    .limit(200)
    .execute()
}
