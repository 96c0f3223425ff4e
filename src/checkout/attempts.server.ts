/** Rows of payment attempts: written before the gateway is called, read by everything that needs the outcome. */
import type { Selectable } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Tables } from '#platform/db/tables.ts'
import { randomKey } from '#platform/ids.server.ts'

export type PaymentAttempt = Selectable<Tables['payment_attempts']>

/**
 * Longer than any call to the gateway takes (config allows two minutes) plus the delay until its search lists a sale.
 */
export const GIVE_UP_AFTER_MS = 5 * 60_000
/** How long an attempt may be in progress before the sweeper looks it up at the gateway. */
export const SYNC_AFTER_MS = 30_000
const HOUR_MS = 3_600_000

type NewPaymentAttempt = Pick<
  PaymentAttempt,
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

/** Inserts an attempt. Returns undefined when someone else in the workspace has used the key. */
export const insertAttempt = (trx: Trx, attempt: NewPaymentAttempt): Promise<PaymentAttempt | undefined> =>
  trx
    .insertInto('payment_attempts')
    .values({ ...attempt, state: 'started', gateway_order_id: randomKey() })
    .onConflict(conflict => conflict.columns(['workspace_id', 'operation_key']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const findAttemptByKey = (
  db: Db,
  workspace_id: number,
  operation_key: string,
): Promise<PaymentAttempt | undefined> =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('operation_key', '=', operation_key)
    .executeTakeFirst()

/** Returns whether the attempt has no outcome yet. */
export const isOpenAttempt = ({ state }: Pick<PaymentAttempt, 'state'>): boolean =>
  state === 'started' || state === 'unknown'

/** Returns the attempt in progress that holds a cart. */
export const findOpenAttemptOfCart = (db: Db, cart_id: number): Promise<PaymentAttempt | undefined> =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('cart_id', '=', cart_id)
    .where('state', 'in', ['started', 'unknown'])
    .executeTakeFirst()

/** States in which money may still arrive: the outcome is unknown, or a debit is in transit. */
export const PENDING_ATTEMPT_STATES = ['started', 'unknown', 'processing'] as const

/** Returns the attempt that an order is waiting for. */
export const findPendingAttemptOfOrder = (db: Db, order_id: number): Promise<PaymentAttempt | undefined> =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', order_id)
    .where('state', 'in', PENDING_ATTEMPT_STATES)
    .executeTakeFirst()

/** Returns the latest attempt for an order of this workspace. */
export const findLastAttemptOfOrder = (db: Db, workspace_id: number, order_id: number) =>
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
 * Returns attempts to look up at the gateway, least recently checked first. Abandoned ones are checked hourly for a
 * day: if the gateway charges one after all, the money is refunded.
 */
export const listAttemptsToSync = (db: Db, now: Date): Promise<PaymentAttempt[]> => {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where(({ and, eb, or }) =>
      or([
        and([eb('state', 'in', ['started', 'unknown', 'reversing']), eb('started_at', '<', ago(SYNC_AFTER_MS))]),
        // A debit takes days, and a webhook reports its outcome. This covers lost webhooks.
        and([eb('state', '=', 'processing'), eb('synced_at', '<', ago(HOUR_MS))]),
        and([
          eb('state', '=', 'abandoned'),
          eb('ended_at', '>', ago(24 * HOUR_MS)),
          eb('synced_at', '<', ago(HOUR_MS)),
        ]),
      ]),
    )
    .orderBy(({ fn, ref }) => fn.coalesce(ref('synced_at'), ref('started_at')))
    .limit(200)
    .execute()
}
