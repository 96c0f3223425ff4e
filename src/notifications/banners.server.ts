import { sql } from 'kysely'

import { DAY_MS } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import type { FeatureBanner } from './contract.ts'

type NewBanner = {
  title: string
  description: string
  touch_description?: string
  image_small: string
  image_medium: string
  exclude_on?: string[]
  published_at: Date
  ends_at?: Date | null
}

/** Publishes a banner and returns its id. It replaces the previous one for everyone. */
export const publishBanner = async (db: Db, banner: NewBanner): Promise<number> => {
  const { id } = await db.insertInto('feature_banners').values(banner).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Selects the banners that were shown to a user or could have been. */
const selectVisibleBanners = (db: Db, user_id: number, now: Date) =>
  db
    .selectFrom('feature_banners as b')
    .innerJoin('users as u', join => join.on('u.id', '=', user_id))
    .where('b.is_draft', '=', false)
    .where('b.published_at', '<=', now)
    .where(eb =>
      eb.or([eb('b.audience', '=', 'everyone'), sql<boolean>`${platformRoles.filmmaker} = any(u.platform_roles)`]),
    )

/** Selects the newest banner that runs for a user. */
const selectCurrentBanner = (db: Db, user_id: number, now: Date) =>
  selectVisibleBanners(db, user_id, now)
    .where(eb => eb.or([eb('b.ends_at', 'is', null), eb('b.ends_at', '>', now)]))
    .orderBy('b.published_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(1)

/** Users see no banner on their first day. */
const FIRST_DAY_MS = DAY_MS

/** Returns the current banner; null if the user dismissed it or registered within the last day. */
export const loadCurrentBanner = async (db: Db, user_id: number, now: Date): Promise<FeatureBanner | null> => {
  const row = await selectCurrentBanner(db, user_id, now)
    .where('u.created_at', '<=', new Date(now.getTime() - FIRST_DAY_MS))
    .leftJoin('feature_banner_readers as r', join =>
      join.onRef('r.banner_id', '=', 'b.id').on('r.user_id', '=', user_id),
    )
    .select([
      'b.id',
      'b.title',
      'b.description',
      'b.touch_description',
      'b.image_small',
      'b.image_medium',
      'b.exclude_on',
    ])
    .select(['r.read_at', 'r.dismissed_at'])
    // Only a draft has no picture.
    .$narrowType<{ image_small: string; image_medium: string }>()
    .executeTakeFirst()
  if (!row || row.dismissed_at) return null
  const { image_small: small, image_medium: medium, read_at, dismissed_at: _, ...banner } = row
  return { ...banner, image_paths: { profile: { small, medium } }, is_read: read_at !== null }
}

type BannerSeenInput = {
  user_id: number
  /** The banner that was on the screen; the current one if left out. */
  id?: number | undefined
  now: Date
  dismissed?: boolean
}

/** Records that a banner was shown or dismissed. Only the first time of each counts. */
export const recordBannerSeen = async (
  db: Db,
  { user_id, id, now, dismissed = false }: BannerSeenInput,
): Promise<void> => {
  const query =
    id === undefined
      ? selectCurrentBanner(db, user_id, now)
      : selectVisibleBanners(db, user_id, now).where('b.id', '=', id)
  const banner = await query.select('b.id').executeTakeFirst()
  if (!banner) return
  await db
    .insertInto('feature_banner_readers')
    .values({ banner_id: banner.id, user_id, read_at: now, dismissed_at: dismissed ? now : null })
    .onConflict(conflict =>
      dismissed
        ? conflict
            .columns(['banner_id', 'user_id'])
            .doUpdateSet({ dismissed_at: now })
            .where('feature_banner_readers.dismissed_at', 'is', null)
        : conflict.doNothing(),
    )
    .execute()
}
