import { sql } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import { platformRoles } from '#workspaces/policy.ts'

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

/** What was ever shown to somebody or could have been. */
const shownTo = (db: Db, user_id: number, now: Date) =>
  db
    .selectFrom('feature_banners as b')
    .innerJoin('users as u', join => join.on('u.id', '=', user_id))
    .where('b.is_draft', '=', false)
    .where('b.published_at', '<=', now)
    .where(eb =>
      eb.or([eb('b.audience', '=', 'everyone'), sql<boolean>`${platformRoles.filmmaker} = any(u.platform_roles)`]),
    )

/** The newest of those that run for somebody. */
const current = (db: Db, user_id: number, now: Date) =>
  shownTo(db, user_id, now)
    .where(eb => eb.or([eb('b.ends_at', 'is', null), eb('b.ends_at', '>', now)]))
    .orderBy('b.published_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(1)

/** The first day belongs to the shop itself. */
const first_day_ms = 86_400_000

/** The newest, unless this person dismissed it, or came only today. */
export const bannerFor = async (db: Db, user_id: number, now: Date): Promise<FeatureBanner | null> => {
  const found = await current(db, user_id, now)
    .where('u.created_at', '<=', new Date(now.getTime() - first_day_ms))
    .leftJoin('feature_banner_readers as r', join =>
      join.onRef('r.banner_id', '=', 'b.id').on('r.user_id', '=', user_id),
    )
    .select(['b.id', 'b.title', 'b.description', 'b.image_small', 'b.image_medium', 'b.exclude_on'])
    .select(['r.read_at', 'r.dismissed_at'])
    // Only a draft has no picture.
    .$narrowType<{ image_small: string; image_medium: string }>()
    .executeTakeFirst()
  if (!found || found.dismissed_at) return null
  const { image_small: small, image_medium: medium, read_at, dismissed_at: _, ...said } = found
  return { ...said, image_paths: { profile: { small, medium } }, is_read: read_at !== null }
}

type Seen = {
  user_id: number
  /** Which stood on the screen; the one that is shown now, where it is left out. */
  id?: number | undefined
  now: Date
  dismissed?: boolean
}

/** Shown, or dismissed; the first time of each counts. */
export const markBanner = async (db: Db, { user_id, id, now, dismissed = false }: Seen): Promise<void> => {
  const marked = id === undefined ? current(db, user_id, now) : shownTo(db, user_id, now).where('b.id', '=', id)
  const banner = await marked.select('b.id').executeTakeFirst()
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
