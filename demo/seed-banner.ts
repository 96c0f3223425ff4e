/** What is new in the demo: the two keys that every card answers to; one that has ended, one to come, and a draft. */
import { urlOf } from '../src/catalog/card.server.ts'
import { clipFacts } from '../src/catalog/clip-facts.server.ts'
import { makeBanner } from '../src/notifications/banner-desk.server.ts'
import { markBanner, publishBanner } from '../src/notifications/banners.server.ts'
import type { Deps } from '../src/platform/deps.ts'

type Seeding = Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>

const day_ms = 86_400_000

export const seedBanner = async (deps: Seeding): Promise<void> => {
  const { db, clock } = deps
  const now = clock.now()
  const dayIn = (days: number) => new Date(Math.floor(now.getTime() / day_ms + days) * day_ms)
  const pictureOf = async (slug: string) => {
    const { id } = await db.selectFrom('clips').where('slug', '=', slug).select('id').executeTakeFirstOrThrow()
    const [clip] = await clipFacts(db, [id])
    const renditions = clip?.master.renditions ?? {}
    return { image_small: urlOf(renditions, 'thumb_480'), image_medium: urlOf(renditions, 'poster') }
  }

  const ended = await publishBanner(db, {
    ...(await pictureOf('dunes-golden-wind')),
    title: 'Quotes stand above your orders',
    description:
      'What our sales team offers your workspace waits under Workspace, Quotes, until you accept or decline it.',
    published_at: dayIn(-40),
    ends_at: dayIn(-12),
  })
  const readers = await db.selectFrom('users').orderBy('id').limit(9).select('id').execute()
  for (const [place, { id: user_id }] of readers.entries())
    await markBanner(db, { user_id, id: ended, now: dayIn(-40 + place), dismissed: place % 3 !== 0 })

  await publishBanner(db, {
    ...(await pictureOf('jellyfish-blue')),
    title: 'See it before you open it',
    description: 'Hold {{Shift}} over a clip to see it large, and {{Meta}} to go through it frame by frame.',
    exclude_on: ['/checkout', '/cart/billing'],
    published_at: now,
  })
  await publishBanner(db, {
    ...(await pictureOf('aurora-lake-violet')),
    title: 'A calendar of what ends',
    description: 'Your licenses can stand in your calendar: copy the link above the license register.',
    exclude_on: ['/checkout'],
    published_at: dayIn(9),
    ends_at: dayIn(30),
  })
  await db.transaction().execute(trx =>
    makeBanner(
      trx,
      deps,
      {
        title: 'Your masters, in pieces',
        description: 'An upload that breaks off goes on where it stopped. Drop the same file once more.',
        exclude_on: ['/filmmaker/uploads'],
        audience: 'filmmakers',
        starts_at: null,
        ends_at: null,
      },
      { staff_user_id: null, now },
    ),
  )
}
