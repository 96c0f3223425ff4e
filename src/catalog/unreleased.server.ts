import type { Db } from '#platform/db/database.server.ts'

import { toClipCard } from './card.server.ts'
import { loadClipRecords } from './clip-records.server.ts'
import type { UnreleasedShoot } from './unreleased-contract.ts'

/** The most clips on one page. */
const MAX_CLIPS = 60

/** Returns clips in review, grouped by shoot, most recently updated first. */
export const loadUnreleasedShoots = async (db: Db): Promise<UnreleasedShoot[]> => {
  const rows = await db
    .selectFrom('clips')
    .where('status', '=', 'in_review')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CLIPS)
    .select('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const records = new Map((await loadClipRecords(db, ids)).map(clip => [clip.id, clip]))
  const shoots = new Map<number, UnreleasedShoot>()
  for (const id of ids) {
    const clip = records.get(id)
    if (!clip) continue
    const shoot = shoots.get(clip.shoot.id) ?? { ...clip.shoot, filmmaker: clip.filmmaker.name, clips: [] }
    shoot.clips.push(toClipCard(clip))
    shoots.set(clip.shoot.id, shoot)
  }
  return [...shoots.values()]
}
