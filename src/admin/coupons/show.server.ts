import { sql } from 'kysely'

import { couponState, couponText, type Coupon, type CouponState } from '#coupons/coupon.ts'
import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'
import { money } from '#platform/money.ts'
import { refuse } from '#platform/refusal.ts'

import { likeOf } from '../like.server.ts'
import type { CouponFacts, CouponRow } from './contract.ts'

const per_page = 25
const most_uses = 500

const used = sql<number>`(select count(*)::int from coupon_uses u where u.coupon_id = c.id and u.state <> 'released')`

const coupons = (db: Db) =>
  db
    .selectFrom('coupons as c')
    .selectAll('c')
    .select([
      used.as('used'),
      sql<number>`(select coalesce(sum(u.discount_cents), 0)::float8 from coupon_uses u
        where u.coupon_id = c.id and u.state <> 'released')`.as('saved_cents'),
    ])
    .$narrowType<Pick<Coupon, 'kind'>>()

type Row = Awaited<ReturnType<ReturnType<typeof coupons>['executeTakeFirstOrThrow']>>

const shown = (row: Row, now: Date): CouponRow => {
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
    minimum: money(row.minimum_cents),
    saved: money(row.saved_cents),
  }
}

/** `couponState`, asked of the database. */
const isIn = (state: CouponState, now: Date) => {
  const over = sql`(c.ended_at is not null or coalesce(c.ends_at <= ${now}, false))`
  const used_up = sql`(c.total_limit is not null and ${used} >= c.total_limit)`
  return {
    ended: sql<boolean>`${over}`,
    upcoming: sql<boolean>`not ${over} and c.starts_at > ${now}`,
    used_up: sql<boolean>`not ${over} and c.starts_at <= ${now} and ${used_up}`,
    running: sql<boolean>`not ${over} and c.starts_at <= ${now} and not ${used_up}`,
  }[state]
}

type Asked = { page?: number | undefined; search?: string | undefined; state?: CouponState | undefined }

/** Newest first, a page at a time. */
export const couponsFor = async (db: Db, { page = 1, search, state }: Asked, now: Date) => {
  const like = likeOf(search)
  const wanted = coupons(db)
    .$if(state !== undefined, query => query.where(isIn(state ?? 'running', now)))
    .$if(like !== undefined, query => query.where('c.code', 'ilike', like ?? ''))
  const { total } = await db
    .selectFrom(wanted.as('wanted'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await wanted
    .orderBy('c.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { data: rows.map(row => shown(row, now)), meta: pagination(page, per_page, total) }
}

/** Throws 404. */
export const couponFacts = async (db: Db, id: number, now: Date): Promise<CouponFacts> => {
  const row = await coupons(db).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw refuse.missing('coupon')
  const clips = await namesOf(db, row.clip_ids ?? [])
  const uses = await db
    .selectFrom('coupon_uses as u')
    .innerJoin('workspaces as w', 'w.id', 'u.workspace_id')
    .innerJoin('orders as o', 'o.id', 'u.order_id')
    .where('u.coupon_id', '=', id)
    .orderBy('u.id', 'desc')
    .limit(most_uses)
    .select(['u.id', 'u.state', 'u.workspace_id', 'w.name', 'u.order_id', 'o.universal_invoice_number'])
    .select(['u.discount_cents', 'u.held_at', 'u.ended_at'])
    .$narrowType<{ state: 'held' | 'redeemed' | 'released' }>()
    .execute()
  return {
    ...shown(row, now),
    clips,
    uses: uses.map(use => ({
      id: use.id,
      state: use.state,
      workspace: { id: use.workspace_id, name: use.name },
      order_id: use.order_id,
      order_number: use.universal_invoice_number,
      discount: money(use.discount_cents),
      held_at: use.held_at.toISOString(),
      ended_at: use.ended_at?.toISOString() ?? null,
    })),
  }
}

const namesOf = async (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? [] : db.selectFrom('clips').where('id', 'in', ids).orderBy('name').select(['id', 'name']).execute()

/** Throws 422 with the first clip that there is not. */
export const needClips = async (db: Db, ids: readonly number[] | null): Promise<void> => {
  const known = await namesOf(db, ids ?? [])
  const missing = ids?.find(id => !known.some(clip => clip.id === id))
  if (missing !== undefined) throw refuse.fields({ clip_ids: [`There is no clip ${missing}.`] })
}
