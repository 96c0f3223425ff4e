import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import { toLikePattern } from '#platform/db/like-pattern.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'
import { toMoney } from '#platform/money.ts'

import { couponState, couponText, type Coupon, type CouponState } from '../coupon.ts'
import type { StaffCoupon, CouponSummary } from './contract.ts'

const PER_PAGE = 25
const MAX_USES = 500

const usedCountSql = sql<number>`(select count(*)::int from coupon_uses u where u.coupon_id = c.id and u.state <> 'released')`

const selectCoupons = (db: Db) =>
  db
    .selectFrom('coupons as c')
    .selectAll('c')
    .select([
      usedCountSql.as('used'),
      sql<number>`(select coalesce(sum(u.discount_cents), 0)::float8 from coupon_uses u
        where u.coupon_id = c.id and u.state <> 'released')`.as('saved_cents'),
    ])
    .$narrowType<Pick<Coupon, 'kind'>>()

type StaffCouponRow = Awaited<ReturnType<ReturnType<typeof selectCoupons>['executeTakeFirstOrThrow']>>

const toCouponSummary = (row: StaffCouponRow, now: Date): CouponSummary => {
  const { id, code, kind, starts_at, ends_at, ended_at, total_limit, workspace_limit, clip_ids, format_ids, used } = row
  return {
    id,
    code,
    kind,
    total_limit,
    workspace_limit,
    clip_ids,
    format_ids,
    used,
    text: couponText(row),
    state: couponState(row, used, now),
    starts_at: starts_at.toISOString(),
    ends_at: ends_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
    minimum: toMoney(row.minimum_cents),
    saved: toMoney(row.saved_cents),
  }
}

/** The SQL counterpart of `couponState`. */
const isInState = (state: CouponState, now: Date) => {
  const isOver = sql`(c.ended_at is not null or coalesce(c.ends_at <= ${now}, false))`
  const isUsedUp = sql`(c.total_limit is not null and ${usedCountSql} >= c.total_limit)`
  return {
    ended: sql<boolean>`${isOver}`,
    upcoming: sql<boolean>`not ${isOver} and c.starts_at > ${now}`,
    used_up: sql<boolean>`not ${isOver} and c.starts_at <= ${now} and ${isUsedUp}`,
    running: sql<boolean>`not ${isOver} and c.starts_at <= ${now} and not ${isUsedUp}`,
  }[state]
}

type StaffCouponsQuery = { page?: number | undefined; search?: string | undefined; state?: CouponState | undefined }

/** Returns a page of coupons, newest first. */
export const listCouponsForStaff = async (db: Db, { page = 1, search, state }: StaffCouponsQuery, now: Date) => {
  const pattern = toLikePattern(search)
  const matches = selectCoupons(db)
    .$if(state !== undefined, query => query.where(isInState(state ?? 'running', now)))
    .$if(pattern !== undefined, query => query.where('c.code', 'ilike', pattern ?? ''))
  const { total } = await db
    .selectFrom(matches.as('matches'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matches
    .orderBy('c.id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  return { data: rows.map(row => toCouponSummary(row, now)), meta: toPagination(page, PER_PAGE, total) }
}

/** Returns one coupon. Throws 404. */
export const loadStaffCoupon = async (db: Db, id: number, now: Date): Promise<StaffCoupon> => {
  const row = await selectCoupons(db).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw refuse.missing('coupon')
  const clips = await loadClipNames(db, row.clip_ids ?? [])
  const uses = await db
    .selectFrom('coupon_uses as u')
    .innerJoin('workspaces as w', 'w.id', 'u.workspace_id')
    .innerJoin('orders as o', 'o.id', 'u.order_id')
    .where('u.coupon_id', '=', id)
    .orderBy('u.id', 'desc')
    .limit(MAX_USES)
    .select(['u.id', 'u.state', 'u.workspace_id', 'w.name', 'u.order_id', 'o.universal_invoice_number'])
    .select(['u.discount_cents', 'u.reserved_at', 'u.ended_at'])
    .$narrowType<{ state: 'reserved' | 'redeemed' | 'released' }>()
    .execute()
  return {
    ...toCouponSummary(row, now),
    clips,
    uses: uses.map(use => ({
      id: use.id,
      state: use.state,
      workspace: { id: use.workspace_id, name: use.name },
      order_id: use.order_id,
      order_number: use.universal_invoice_number,
      discount: toMoney(use.discount_cents),
      reserved_at: use.reserved_at.toISOString(),
      ended_at: use.ended_at?.toISOString() ?? null,
    })),
  }
}

const loadClipNames = async (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? [] : db.selectFrom('clips').where('id', 'in', ids).orderBy('name').select(['id', 'name']).execute()

/** Throws 422 with the first clip that does not exist. */
export const requireClips = async (db: Db, ids: readonly number[] | null): Promise<void> => {
  const clips = await loadClipNames(db, ids ?? [])
  const missingId = ids?.find(id => !clips.some(clip => clip.id === id))
  if (missingId !== undefined) throw refuse.fields({ clip_ids: [`There is no clip ${missingId}.`] })
}
