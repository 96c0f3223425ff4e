/** Coupons and their ledger. A use is held when an order is drafted, redeemed when it is placed, released when it fails. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { logStaff } from '#platform/staff-log.server.ts'

import { couponRefusal, tidyCode, type Coupon, type CouponLine, type Uses } from './coupon.ts'

const columns = [
  'id',
  'code',
  'kind',
  'value',
  'starts_at',
  'ends_at',
  'ended_at',
  'minimum_cents',
  'total_limit',
  'workspace_limit',
  'clip_ids',
  'format_ids',
] as const

/** Who is about to use it. A cart does not stand in its own way: what its own orders hold is not counted. */
type User = { user_id: number | null; workspace_id: number | null; cart_id: number }

/** Who of us does it, and why. */
type ByStaff = { staff_user_id: number; reason: string; now: Date }

/** Makes a coupon. Throws 422 when there is one of that code. */
export const makeCoupon = async (
  db: Db,
  { code, ...wish }: Pick<Coupon, 'code' | 'kind' | 'value' | 'starts_at'> & Partial<Coupon> & { made_by?: number },
): Promise<number> => {
  const made = await db
    .insertInto('coupons')
    .values({ ...wish, code: tidyCode(code) })
    .onConflict(conflict => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw refuse.fields({ code: ['There is a coupon with this code already.'] })
  return made.id
}

/** Makes a coupon, and writes down who and why. Refuses like `makeCoupon`. */
export const makeStaffCoupon = async (
  trx: Trx,
  wish: Parameters<typeof makeCoupon>[1],
  { staff_user_id, reason, now }: ByStaff,
): Promise<number> => {
  const id = await makeCoupon(trx, { ...wish, made_by: staff_user_id })
  await logStaff(trx, { staff_user_id, about: 'coupon', about_key: id, action: 'Made', reason, now })
  return id
}

/** For good: carts that hold it say so, orders that used it keep it. Throws 404, or 409 for one that has ended. */
export const endCoupon = async (trx: Trx, id: number, { staff_user_id, reason, now }: ByStaff): Promise<void> => {
  // As `holdCoupon` does: nobody takes a use of it meanwhile.
  const coupon = await trx
    .selectFrom('coupons')
    .where('id', '=', id)
    .select(['ends_at', 'ended_at'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!coupon) throw refuse.missing('coupon')
  if (coupon.ended_at || (coupon.ends_at && coupon.ends_at <= now)) throw refuse(409, 'This coupon has ended already.')
  await trx.updateTable('coupons').set({ ended_at: now }).where('id', '=', id).execute()
  await logStaff(trx, { staff_user_id, about: 'coupon', about_key: id, action: 'Ended', reason, now })
}

/** With how often it has been used; undefined for a code that there is not. */
export const findCoupon = (db: Db, which: { id: number } | { code: string }, user: User) =>
  db
    .selectFrom('coupons')
    .where('id' in which ? sql<boolean>`id = ${which.id}` : sql<boolean>`code = ${tidyCode(which.code)}`)
    .select(columns)
    .$narrowType<Pick<Coupon, 'kind'>>()
    .select([
      countOf(user, 'total').as('total'),
      countOf(user, 'workspace').as('workspace'),
      isMakers(user).as('is_makers'),
      unconfirmedEmailOf(user).as('unconfirmed_email'),
    ])
    .executeTakeFirst()
    .then(
      row =>
        row && {
          coupon: row as Coupon,
          uses: {
            total: row.total,
            workspace: row.workspace,
            is_makers: row.is_makers,
            unconfirmed_email: row.unconfirmed_email,
          } as Uses,
        },
    )

/** Counts as far as the coupon's limit, so that a code that thousands used is no slower than one of ten. */
const countOf = ({ workspace_id, cart_id }: User, whose: 'total' | 'workspace') =>
  whose === 'total'
    ? sql<number>`(select count(*)::int from (select 1 from coupon_uses u
        where coupons.total_limit is not null and u.coupon_id = coupons.id and u.state <> 'released' and u.cart_id <> ${cart_id}
        limit coupons.total_limit) as counted)`
    : sql<number>`(select count(*)::int from (select 1 from coupon_uses u
        where coupons.workspace_limit is not null and u.coupon_id = coupons.id and u.workspace_id = ${workspace_id}
        and u.state <> 'released' and u.cart_id <> ${cart_id}
        limit coupons.workspace_limit) as counted)`

/** Nobody of us takes something off for themselves. */
const isMakers = ({ workspace_id }: User) =>
  sql<boolean>`exists (select from workspace_members m
    where m.user_id = coupons.made_by and m.workspace_id = ${workspace_id})`

const unconfirmedEmailOf = ({ user_id }: User) =>
  sql<string | null>`(select email from users where id = ${user_id} and email_verified_at is null)`

type Use = { coupon_id: number; workspace_id: number; cart_id: number; order_id: number; discount_cents: number }

/**
 * Takes one use for a drafted order, so that nobody else gets the last one while it is being paid. The coupon's row stays
 * locked until the transaction ends. Throws 409 with the reason when it cannot be used (any more).
 */
export const holdCoupon = async (
  trx: Trx,
  { user_id, ...use }: Use & { user_id: number },
  lines: readonly CouponLine[],
  now: Date,
): Promise<void> => {
  await trx.selectFrom('coupons').where('id', '=', use.coupon_id).select('id').forNoKeyUpdate().executeTakeFirst()
  // Asked only now that the row is locked: a count in the same statement would be as old as its beginning.
  const found = await findCoupon(trx, { id: use.coupon_id }, { ...use, user_id })
  const refusal = found
    ? couponRefusal(found.coupon, { lines, uses: found.uses, now })
    : 'This discount code has ended.'
  if (refusal) throw refuse(409, nothingCharged(refusal))
  await trx
    .insertInto('coupon_uses')
    .values({ ...use, held_at: now })
    .execute()
}

/** What a buyer reads whose coupon stopped counting between seeing and paying. */
export const nothingCharged = (refusal: string): string =>
  `${refusal} Please look your cart over once more; nothing has been charged.`

/** The order was placed. */
export const redeemCoupon = (trx: Trx, order_id: number, now: Date) =>
  trx
    .updateTable('coupon_uses')
    .set({ state: 'redeemed', ended_at: now })
    .where('order_id', '=', order_id)
    .where('state', '=', 'held')
    .execute()

/** The order came to nothing: somebody else may have it. */
export const releaseCoupon = (trx: Trx, order_id: number, now: Date) =>
  trx
    .updateTable('coupon_uses')
    .set({ state: 'released', ended_at: now })
    .where('order_id', '=', order_id)
    .where('state', '<>', 'released')
    .execute()
