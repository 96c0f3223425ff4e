/** Seeds feature banners: a current one, a past one, a scheduled one, and a draft. */
import { fileUrlOf } from '../src/catalog/card.server.ts'
import { loadClipRecords } from '../src/catalog/clip-records.server.ts'
import { createBanner } from '../src/notifications/banner-admin.server.ts'
import { recordBannerSeen, publishBanner } from '../src/notifications/banners.server.ts'
import { DAY_MS } from '../src/platform/clock.ts'
import type { Deps } from '../src/platform/deps.ts'

type SeedBannerDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>

export const seedBanner = async (deps: SeedBannerDeps): Promise<void> => {
  const { db, clock } = deps
  const now = clock.now()
  const dayFromNow = (days: number) => new Date(Math.floor(now.getTime() / DAY_MS + days) * DAY_MS)
  const pictureOf = async (slug: string) => {
    const { id } = await db.selectFrom('clips').where('slug', '=', slug).select('id').executeTakeFirstOrThrow()
    const [clip] = await loadClipRecords(db, [id])
    const renditions = clip?.master.renditions ?? {}
    return { image_small: fileUrlOf(renditions, 'thumb_480'), image_medium: fileUrlOf(renditions, 'poster') }
  }

  const endedBanner = await publishBanner(db, {
    ...(await pictureOf('dunes-golden-wind')),
    title: 'Quotes appear above your orders',
    description: 'You find offers of our sales team under Workspace, Quotes, until you accept or decline them.',
    published_at: dayFromNow(-40),
    ends_at: dayFromNow(-12),
  })
  const readers = await db.selectFrom('users').orderBy('id').limit(9).select('id').execute()
  for (const [index, { id: user_id }] of readers.entries())
    await recordBannerSeen(db, { user_id, id: endedBanner, now: dayFromNow(-40 + index), dismissed: index % 3 !== 0 })

  await publishBanner(db, {
    ...(await pictureOf('jellyfish-blue')),
    title: 'See it before you open it',
    description: 'Hold {{Shift}} over a clip to see it large, and {{Meta}} to go through it frame by frame.',
    touch_description: 'Press and hold a clip to see it large, or swipe across it to go through it.',
    exclude_on: ['/checkout', '/cart/billing'],
    published_at: now,
  })
  await publishBanner(db, {
    ...(await pictureOf('aurora-lake-violet')),
    title: 'A calendar of what ends',
    description: 'Add your licenses to your calendar: copy the link above the license register.',
    exclude_on: ['/checkout'],
    published_at: dayFromNow(9),
    ends_at: dayFromNow(30),
  })
  await db.transaction().execute(trx =>
    createBanner(
      trx,
      deps,
      {
        title: 'Your masters, in pieces',
        description: 'An interrupted upload resumes where it stopped. Drop the same file again.',
        touch_description: '',
        exclude_on: ['/filmmaker/uploads'],
        audience: 'filmmakers',
        starts_at: null,
        ends_at: null,
      },
      { staff_user_id: null, now },
    ),
  )
}
