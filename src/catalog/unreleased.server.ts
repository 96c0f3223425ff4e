import type { Db } from '#platform/database.server.ts'

import { cardOf } from './card.server.ts'
import { clipFacts } from './clip-facts.server.ts'
import type { UnreleasedShoot } from './unreleased-contract.ts'

/** What a page of posters holds. */
const most_clips = 60

/** Clips that wait for their release, by the shoots they are from; what came last comes first. */
export const unreleasedShoots = async (db: Db): Promise<UnreleasedShoot[]> => {
  const waiting = await db
    .selectFrom('clips')
    .where('status', '=', 'in_review')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most_clips)
    .select('id')
    .execute()
  const ids = waiting.map(({ id }) => id)
  const facts = new Map((await clipFacts(db, ids)).map(clip => [clip.id, clip]))
  const shoots = new Map<number, UnreleasedShoot>()
  for (const id of ids) {
    const clip = facts.get(id)
    if (!clip) continue
    const shoot = shoots.get(clip.shoot.id) ?? { ...clip.shoot, filmmaker: clip.filmmaker.name, clips: [] }
    shoot.clips.push(cardOf(clip))
    shoots.set(clip.shoot.id, shoot)
  }
  return [...shoots.values()]
}
