import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'
import { retentionCutoff } from '#platform/settings/retention-group.ts'

/** Deletes carts of visitors without an account, with their billing information, some days after the last change. */
export const purgeGuestCarts = async (db: Db, now: Date, kept_days: number): Promise<void> => {
  await db
    .deleteFrom('carts')
    .where('kind', '=', 'own')
    .where('user_id', 'is', null)
    .where('updated_at', '<', retentionCutoff(now, kept_days))
    // A coupon or an order that refers to a cart keeps it.
    .where(eb => eb.not(eb.exists(eb.selectFrom('orders').whereRef('orders.cart_id', '=', 'carts.id').select('id'))))
    .where(eb =>
      eb.not(eb.exists(eb.selectFrom('coupon_uses').whereRef('coupon_uses.cart_id', '=', 'carts.id').select('id'))),
    )
    .execute()
}

export const cartJobs = ({ db, clock, settings }: Deps): Job[] => [
  job(
    'cart.purge-guest-carts',
    () => purgeGuestCarts(db, clock.now(), settings.current().retention.guest_carts_days),
    '12 4 * * *',
  ),
]
