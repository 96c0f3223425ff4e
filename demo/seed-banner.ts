/** What is new in the demo: the two keys that every card answers to. */
import { urlOf } from '../src/catalog/card.server.ts'
import { clipFacts } from '../src/catalog/clip-facts.server.ts'
import { publishBanner } from '../src/notifications/banners.server.ts'
import type { Deps } from '../src/platform/deps.ts'

const pictured = 'jellyfish-blue'

export const seedBanner = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const { id } = await db.selectFrom('clips').where('slug', '=', pictured).select('id').executeTakeFirstOrThrow()
  const [clip] = await clipFacts(db, [id])
  if (!clip) return
  const { renditions } = clip.master
  await publishBanner(db, {
    title: 'See it before you open it',
    description:
      'Hold {{Shift}} over a clip to see it large, and {{Meta}} to go through it frame by frame. On a phone, press it long.',
    image_small: urlOf(renditions, 'thumb_480'),
    image_medium: urlOf(renditions, 'poster'),
    exclude_on: ['/checkout', '/cart/billing'],
    published_at: clock.now(),
  })
}
