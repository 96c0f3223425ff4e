import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import { toLikePattern } from '#platform/db/like-pattern.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'

import { getBannerState, type BannerAudience, type BannerState } from '../banner.ts'
import type { BannerSummary, StaffBanner } from './contract.ts'

const PER_PAGE = 25

/** Selects banners, each with the newest banner that hides it from its whole audience. */
const selectBanners = (db: Db, now: Date) =>
  db
    .selectFrom('feature_banners as b')
    .selectAll('b')
    .select([
      sql<number>`(select count(*)::int from feature_banner_readers r where r.banner_id = b.id)`.as('read'),
      sql<number>`(select count(r.dismissed_at)::int from feature_banner_readers r where r.banner_id = b.id)`.as(
        'dismissed',
      ),
      sql<BannerSummary['behind']>`(
        select jsonb_build_object('id', n.id, 'title', n.title) from feature_banners n
        where not n.is_draft and n.published_at <= ${now} and (n.ends_at is null or n.ends_at > ${now})
          and (n.published_at, n.id) > (b.published_at, b.id) and n.audience in ('everyone', b.audience)
        order by n.published_at desc, n.id desc limit 1)`.as('newer'),
    ])
    .$narrowType<{ audience: BannerAudience }>()

type StaffBannerRow = Awaited<ReturnType<ReturnType<typeof selectBanners>['executeTakeFirstOrThrow']>>

const toBannerSummary = (row: StaffBannerRow, now: Date): BannerSummary => {
  const { id, title, audience, published_at, ends_at, read, dismissed, newer, image_small, image_medium } = row
  const state = getBannerState(row, now)
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

/** The SQL counterpart of `getBannerState`. */
const isInState = (state: BannerState, now: Date) => {
  const isOver = sql`coalesce(b.ends_at <= ${now}, false)`
  return {
    draft: sql<boolean>`b.is_draft`,
    ended: sql<boolean>`not b.is_draft and ${isOver}`,
    planned: sql<boolean>`not b.is_draft and not ${isOver} and b.published_at > ${now}`,
    running: sql<boolean>`not b.is_draft and not ${isOver} and b.published_at <= ${now}`,
  }[state]
}

type BannersQuery = { page?: number | undefined; search?: string | undefined; state?: BannerState | undefined }

/** Returns a page of banners, newest first. */
export const listBanners = async (db: Db, { page = 1, search, state }: BannersQuery, now: Date) => {
  const pattern = toLikePattern(search)
  const matches = selectBanners(db, now)
    .$if(state !== undefined, query => query.where(isInState(state ?? 'running', now)))
    .$if(pattern !== undefined, query =>
      query.where(sql<boolean>`b.title || ' ' || b.description ilike ${pattern ?? ''}`),
    )
  const { total } = await db
    .selectFrom(matches.as('matches'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matches
    .orderBy('b.id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  return { data: rows.map(row => toBannerSummary(row, now)), meta: toPagination(page, PER_PAGE, total) }
}

/** Returns one banner. Throws 404. */
export const loadStaffBanner = async (db: Db, id: number, now: Date): Promise<StaffBanner> => {
  const row = await selectBanners(db, now).where('b.id', '=', id).executeTakeFirst()
  if (!row) throw refuse.missing('banner')
  const { description, touch_description, exclude_on, version } = row
  return { ...toBannerSummary(row, now), description, touch_description, exclude_on, version }
}
