import { sql } from 'kysely'

import { bannerState, type Audience, type BannerState } from '#notifications/banner.ts'
import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'
import { refuse } from '#platform/refusal.ts'

import { likeOf } from '../like.server.ts'
import type { BannerRow, StaffBanner } from './contract.ts'

const per_page = 25

/** With the newest of those that stand before it for everybody who could see it. */
const banners = (db: Db, now: Date) =>
  db
    .selectFrom('feature_banners as b')
    .selectAll('b')
    .select([
      sql<number>`(select count(*)::int from feature_banner_readers r where r.banner_id = b.id)`.as('read'),
      sql<number>`(select count(r.dismissed_at)::int from feature_banner_readers r where r.banner_id = b.id)`.as(
        'dismissed',
      ),
      sql<BannerRow['behind']>`(
        select jsonb_build_object('id', n.id, 'title', n.title) from feature_banners n
        where not n.is_draft and n.published_at <= ${now} and (n.ends_at is null or n.ends_at > ${now})
          and (n.published_at, n.id) > (b.published_at, b.id) and n.audience in ('everyone', b.audience)
        order by n.published_at desc, n.id desc limit 1)`.as('newer'),
    ])
    .$narrowType<{ audience: Audience }>()

type Row = Awaited<ReturnType<ReturnType<typeof banners>['executeTakeFirstOrThrow']>>

const shown = (row: Row, now: Date): BannerRow => {
  const { id, title, audience, published_at, ends_at, read, dismissed, newer, image_small, image_medium } = row
  const state = bannerState(row, now)
  return {
    id,
    title,
    state,
    audience,
    starts_at: published_at?.toISOString() ?? null,
    ends_at: ends_at?.toISOString() ?? null,
    read,
    dismissed,
    behind: state === 'running' ? newer : null,
    image_paths: image_small && image_medium ? { small: image_small, medium: image_medium } : null,
  }
}

/** `bannerState`, asked of the database. */
const isIn = (state: BannerState, now: Date) => {
  const over = sql`coalesce(b.ends_at <= ${now}, false)`
  return {
    draft: sql<boolean>`b.is_draft`,
    ended: sql<boolean>`not b.is_draft and ${over}`,
    planned: sql<boolean>`not b.is_draft and not ${over} and b.published_at > ${now}`,
    running: sql<boolean>`not b.is_draft and not ${over} and b.published_at <= ${now}`,
  }[state]
}

type Asked = { page?: number | undefined; search?: string | undefined; state?: BannerState | undefined }

/** Newest first, a page at a time. */
export const bannersFor = async (db: Db, { page = 1, search, state }: Asked, now: Date) => {
  const like = likeOf(search)
  const wanted = banners(db, now)
    .$if(state !== undefined, query => query.where(isIn(state ?? 'running', now)))
    .$if(like !== undefined, query => query.where(sql<boolean>`b.title || ' ' || b.description ilike ${like ?? ''}`))
  const { total } = await db
    .selectFrom(wanted.as('wanted'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await wanted
    .orderBy('b.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { data: rows.map(row => shown(row, now)), meta: pagination(page, per_page, total) }
}

/** Throws 404. */
export const bannerFacts = async (db: Db, id: number, now: Date): Promise<StaffBanner> => {
  const row = await banners(db, now).where('b.id', '=', id).executeTakeFirst()
  if (!row) throw refuse.missing('banner')
  const { description, exclude_on, version } = row
  return { ...shown(row, now), description, exclude_on, version }
}
