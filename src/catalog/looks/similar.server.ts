/** Clips like one clip: a few of its shoot, then what looks like it, then the best of its subject. */
import { sql } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import type { LikeRow } from './cards.server.ts'
import type { LookMap } from './cells.ts'
import { alike, distanceOf, partsOf } from './distance.ts'
import type { Look } from './look.ts'
import { clipsNear } from './neighbors.server.ts'
import { reasonsOf, same_motion, same_shoot, same_subject } from './reasons.ts'

const most_of_shoot = 6
const most_others = 12
/** More than any shoot we know of has. */
const most_siblings = 500

type Asked = { shoot_id: number; shoot: string; subject: string; category: string; look: Look | null }

/** Throws 404 for a clip that is not published. */
export const clipsLike = async (db: Db, map: () => Promise<LookMap>, id: number): Promise<LikeRow[]> => {
  const { rows } = await sql<Asked>`
    select c.shoot_id, sh.slug as shoot, ca.slug as category, coalesce(su.slug, ca.slug) as subject, l.look
    from clip_search s join clips c on c.id = s.clip_id join collections sh on sh.id = c.shoot_id
    join categories ca on ca.id = c.category_id left join categories su on su.id = c.subcategory_id
    left join clip_looks l on l.clip_id = s.clip_id
    where s.clip_id = ${id}`.execute(db)
  const [clip] = rows
  if (!clip) throw refuse.missing('clip')
  const siblings = await clipsOfShoot(db, clip.shoot_id, id, clip.look)
  const known = new Set([id, ...siblings.map(one => one.clip_id)])
  const near = clip.look ? await clipsNear(db, await map(), clip.look) : []
  const others = near
    .filter(one => !known.has(one.clip_id) && one.distance < alike)
    .map(({ clip_id, parts }) => ({ clip_id, reasons: reasonsOf(parts, { motion: true }) }))
    // What is alike in sum and near in nothing by itself could not be explained; and clips that only move alike do not look alike.
    .filter(one => one.reasons.some(reason => reason !== same_motion))
    .slice(0, most_others)
  const shown = [...siblings.slice(0, most_of_shoot), ...others]
  if (others.length === most_others) return shown
  const subject = await bestOfSubject(db, clip)
  const taken = new Set([...known, ...others.map(one => one.clip_id)])
  const rest = subject.filter(clip_id => !taken.has(clip_id)).slice(0, most_others - others.length)
  return [...shown, ...rest.map(clip_id => ({ clip_id, reasons: [same_subject] }))]
}

/** Most alike first. */
const clipsOfShoot = async (db: Db, shoot_id: number, id: number, look: Look | null): Promise<LikeRow[]> => {
  const { rows } = await sql<{ clip_id: number; look: Look | null }>`
    select s.clip_id, l.look from clips c join clip_search s on s.clip_id = c.id left join clip_looks l on l.clip_id = c.id
    where c.shoot_id = ${shoot_id} and c.id <> ${id} order by s.score desc, s.clip_id desc limit ${most_siblings}`.execute(
    db,
  )
  return rows
    .map(row => ({ clip_id: row.clip_id, parts: look && row.look ? partsOf(look, row.look) : undefined }))
    .map(({ clip_id, parts }) => ({
      clip_id,
      reasons: [same_shoot, ...(parts ? reasonsOf(parts, { motion: true }) : [])],
      far: parts ? distanceOf(parts) : Infinity,
    }))
    .toSorted((a, b) => a.far - b.far)
}

/** The best of the subcategory, then of the category, without the shoot. They are gathered before they are put in order, or those of a rare category would be looked for in every row. */
const bestOfSubject = async (db: Db, { shoot, subject, category }: Asked): Promise<number[]> => {
  const best = async (slug: string) => {
    const { rows } = await sql<{ clip_id: number }>`
      select clip_id from (
        select score, clip_id from clip_search
        where words @@ (quote_literal('~category=' || ${slug}::text)::tsquery && !!quote_literal('~collection=' || ${shoot}::text)::tsquery)
        offset 0
      ) gathered order by score desc, clip_id desc limit ${2 * most_others}`.execute(db)
    return rows.map(row => row.clip_id)
  }
  const kin = await best(subject)
  if (kin.length >= 2 * most_others || subject === category) return kin
  return [...new Set([...kin, ...(await best(category))])]
}
