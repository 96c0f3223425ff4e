import type { Db } from '#platform/database.server.ts'

import type { FeatureBanner } from './contract.ts'

type NewBanner = {
  title: string
  description: string
  image_small: string
  image_medium: string
  exclude_on?: string[]
  published_at: Date
  ends_at?: Date | null
}

/** Answers its id. It takes the place of the one before for everybody. */
export const publishBanner = async (db: Db, banner: NewBanner): Promise<number> => {
  const { id } = await db.insertInto('feature_banners').values(banner).returning('id').executeTakeFirstOrThrow()
  return id
}

const current = (db: Db, now: Date) =>
  db
    .selectFrom('feature_banners as b')
    .where('b.published_at', '<=', now)
    .where(eb => eb.or([eb('b.ends_at', 'is', null), eb('b.ends_at', '>', now)]))
    .orderBy('b.published_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(1)

/** The first day belongs to the shop itself. */
const first_day_ms = 86_400_000

/** The newest, unless this person dismissed it, or came only today. */
export const bannerFor = async (db: Db, user_id: number, now: Date): Promise<FeatureBanner | null> => {
  const found = await current(db, now)
    .innerJoin('users as u', join =>
      join.on('u.id', '=', user_id).on('u.created_at', '<=', new Date(now.getTime() - first_day_ms)),
    )
    .leftJoin('feature_banner_readers as r', join =>
      join.onRef('r.banner_id', '=', 'b.id').on('r.user_id', '=', user_id),
    )
    .select(['b.id', 'b.title', 'b.description', 'b.image_small', 'b.image_medium', 'b.exclude_on'])
    .select(['r.read_at', 'r.dismissed_at'])
    .executeTakeFirst()
  if (!found || found.dismissed_at) return null
  const { image_small: small, image_medium: medium, read_at, dismissed_at: _, ...said } = found
  return { ...said, image_paths: { profile: { small, medium } }, is_read: read_at !== null }
}

type Seen = { user_id: number; now: Date; dismissed?: boolean }

/** Shown, or dismissed; the first time of each counts. */
export const markBanner = async (db: Db, { user_id, now, dismissed = false }: Seen): Promise<void> => {
  const banner = await current(db, now).select('b.id').executeTakeFirst()
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
