import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'
import { retentionCutoff } from '#platform/settings/retention-group.ts'

/** How many carts one statement deletes, so that none of them stays locked for long. */
const BATCH_SIZE = 500

/** Deletes carts of visitors without an account, with their billing information, some days after the last change. */
export const purgeGuestCarts = async (
  db: Db,
  now: Date,
  retention_days: number,
  batch_size: number = BATCH_SIZE,
): Promise<void> => {
  const cutoff = retentionCutoff(now, retention_days)
  while ((await deleteGuestCarts(db, cutoff, batch_size)) === batch_size);
}

const deleteGuestCarts = async (db: Db, cutoff: Date, count: number): Promise<number> => {
  const expired = db
    .selectFrom('carts')
    .where('kind', '=', 'own')
    .where('user_id', 'is', null)
    .where('updated_at', '<', cutoff)
    // A coupon or an order that refers to a cart keeps it.
    .where(eb => eb.not(eb.exists(eb.selectFrom('orders').whereRef('orders.cart_id', '=', 'carts.id').select('id'))))
    .where(eb =>
      eb.not(eb.exists(eb.selectFrom('coupon_uses').whereRef('coupon_uses.cart_id', '=', 'carts.id').select('id'))),
    )
    .orderBy('id')
    .limit(count)
    .select('id')
  const { numDeletedRows } = await db
    .deleteFrom('carts')
    .where('id', 'in', expired)
    // Its visitor may have come back meanwhile.
    .where('updated_at', '<', cutoff)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const cartJobs = ({ db, clock, settings }: Deps): Job[] => [
  job(
    'cart.purge-guest-carts',
    () => purgeGuestCarts(db, clock.now(), settings.current().retention.guest_carts_days),
    '12 4 * * *',
  ),
]
