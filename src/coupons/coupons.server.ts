/**
 * Coupons and their ledger. A use is held when an order is drafted, redeemed when it is placed, and released when it
 * fails.
 */
import { sql } from 'kysely'

import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { couponRefusal, normalizeCode, type Coupon, type CouponLine, type CouponUsage } from './coupon.ts'

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

/** The user who applies the coupon. Uses held by the cart’s own orders are not counted. */
type CouponUser = { user_id: number | null; workspace_id: number | null; cart_id: number }

/** The acting staff member, and the reason. */
type CouponStaffAction = { staff_user_id: number; reason: string; now: Date }

/** Creates a coupon and returns its id. Throws 422 when the code exists. */
export const createCoupon = async (
  db: Db,
  { code, ...input }: Pick<Coupon, 'code' | 'kind' | 'value' | 'starts_at'> & Partial<Coupon> & { created_by?: number },
): Promise<number> => {
  const coupon = await db
    .insertInto('coupons')
    .values({ ...input, code: normalizeCode(code) })
    .onConflict(conflict => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!coupon) throw refuse.fields({ code: ['There is a coupon with this code already.'] })
  return coupon.id
}

/** Creates a coupon and records who and why. Throws like `createCoupon`. */
export const createStaffCoupon = async (
  trx: Trx,
  input: Parameters<typeof createCoupon>[1],
  { staff_user_id, reason, now }: CouponStaffAction,
): Promise<number> => {
  const id = await createCoupon(trx, { ...input, created_by: staff_user_id })
  await writeAuditEntry(trx, { staff_user_id, about: 'coupon', about_key: id, action: 'created', reason, now })
  return id
}

/**
 * Ends a coupon for good: carts that hold it show that, orders that used it keep it. Throws 404, or 409 when it has
 * ended.
 */
export const endCoupon = async (
  trx: Trx,
  id: number,
  { staff_user_id, reason, now }: CouponStaffAction,
): Promise<void> => {
  // The same lock as in `reserveCoupon`, so that no use is reserved at the same time.
  const coupon = await trx
    .selectFrom('coupons')
    .where('id', '=', id)
    .select(['ends_at', 'ended_at'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!coupon) throw refuse.missing('coupon')
  if (coupon.ended_at || (coupon.ends_at && coupon.ends_at <= now)) throw refuse(409, 'This coupon has ended already.')
  await trx.updateTable('coupons').set({ ended_at: now }).where('id', '=', id).execute()
  await writeAuditEntry(trx, { staff_user_id, about: 'coupon', about_key: id, action: 'ended', reason, now })
}

/** Returns a coupon with its usage; undefined for an unknown code. */
export const findCoupon = (db: Db, key: { id: number } | { code: string }, user: CouponUser) =>
  db
    .selectFrom('coupons')
    .where('id' in key ? sql<boolean>`id = ${key.id}` : sql<boolean>`code = ${normalizeCode(key.code)}`)
    .select(columns)
    .$narrowType<Pick<Coupon, 'kind'>>()
    .select([
      countUses(user, 'total').as('total'),
      countUses(user, 'workspace').as('workspace'),
      isCreatorsWorkspace(user).as('is_makers'),
      unconfirmedEmail(user).as('unconfirmed_email'),
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
          } as CouponUsage,
        },
    )

/** Counts up to the coupon’s limit only, so that a code used by thousands is as fast as one used by ten. */
const countUses = ({ workspace_id, cart_id }: CouponUser, scope: 'total' | 'workspace') =>
  scope === 'total'
    ? sql<number>`(select count(*)::int from (select 1 from coupon_uses u
        where coupons.total_limit is not null and u.coupon_id = coupons.id and u.state <> 'released' and u.cart_id <> ${cart_id}
        limit coupons.total_limit) as counted)`
    : sql<number>`(select count(*)::int from (select 1 from coupon_uses u
        where coupons.workspace_limit is not null and u.coupon_id = coupons.id and u.workspace_id = ${workspace_id}
        and u.state <> 'released' and u.cart_id <> ${cart_id}
        limit coupons.workspace_limit) as counted)`

/** Staff cannot use their own coupons. */
const isCreatorsWorkspace = ({ workspace_id }: CouponUser) =>
  sql<boolean>`exists (select from workspace_members m
    where m.user_id = coupons.created_by and m.workspace_id = ${workspace_id})`

const unconfirmedEmail = ({ user_id }: CouponUser) =>
  sql<string | null>`(select email from users where id = ${user_id} and email_verified_at is null)`

type CouponUse = { coupon_id: number; workspace_id: number; cart_id: number; order_id: number; discount_cents: number }

/**
 * Reserves one use for a drafted order, so that no one else takes the last one during the payment. The coupon’s row
 * stays locked until the transaction ends. Throws 409 with the reason when it cannot be used (anymore).
 */
export const reserveCoupon = async (
  trx: Trx,
  { user_id, ...use }: CouponUse & { user_id: number },
  lines: readonly CouponLine[],
  now: Date,
): Promise<void> => {
  await trx.selectFrom('coupons').where('id', '=', use.coupon_id).select('id').forNoKeyUpdate().executeTakeFirst()
  // Counted after the row is locked: a count in the same statement would use an older snapshot.
  const match = await findCoupon(trx, { id: use.coupon_id }, { ...use, user_id })
  const refusal = match
    ? couponRefusal(match.coupon, { lines, uses: match.uses, now })
    : 'This discount code has ended.'
  if (refusal) throw refuse(409, nothingChargedText(refusal))
  await trx
    .insertInto('coupon_uses')
    .values({ ...use, reserved_at: now })
    .execute()
}

/** The message when a coupon, rate or upgrade stopped applying between seeing the cart and paying. */
export const nothingChargedText = (refusal: string): string =>
  `${refusal} Please look your cart over once more; nothing has been charged.`

/** Marks the use as redeemed when the order is placed. */
export const redeemCoupon = (trx: Trx, order_id: number, now: Date) =>
  trx
    .updateTable('coupon_uses')
    .set({ state: 'redeemed', ended_at: now })
    .where('order_id', '=', order_id)
    .where('state', '=', 'reserved')
    .execute()

/** Releases the use when the order fails, so that others can use it. */
export const releaseCoupon = (trx: Trx, order_id: number, now: Date) =>
  trx
    .updateTable('coupon_uses')
    .set({ state: 'released', ended_at: now })
    .where('order_id', '=', order_id)
    .where('state', '<>', 'released')
    .execute()
