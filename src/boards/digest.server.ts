/** What became of boards that somebody made or marked, for their digest. */
import { personName } from '#accounts/person-name.ts'
import { clipsForSale } from '#catalog/clips.server.ts'
import type { DigestItem } from '#notifications/digest/kinds.ts'
import { digestPart, type DigestLine } from '#notifications/digest/part.ts'
import { countOf, listOf } from '#notifications/digest/words.ts'
import type { Db } from '#platform/database.server.ts'

import { boardPath } from './paths.ts'
import { isShared } from './share.server.ts'

type Item = DigestItem<'board.added' | 'board.shared'>

export const boardsDigest = digestPart<'board.added' | 'board.shared'>({
  kinds: ['board.added', 'board.shared'],
  section: async ({ db, clock }, { user_id }, items) => {
    const boards = await boardsOf(db, user_id, [...new Set(items.map(({ about }) => about.board_id))])
    const people = await peopleOf(db, [...new Set(items.map(({ about }) => about.by_user_id))])
    let clips_count = 0
    const lines: DigestLine[] = []
    for (const board of boards) {
      const theirs = items.filter(({ about }) => about.board_id === board.id)
      const said: string[] = []
      const added = theirs.filter(item => item.kind === 'board.added')
      const clips = await clipsOn(db, board.id, new Set(added.flatMap(({ about }) => about.clip_ids)))
      if (clips.length > 0) {
        clips_count += clips.length
        said.push(`${namesOf(added, people)} added ${countOf(clips.length, 'clip')}.`)
      }
      const shared = theirs.filter(item => item.kind === 'board.shared')
      if (shared.length > 0 && isShared(board, clock.now()))
        said.push(`${namesOf(shared, people)} opened it to everybody who has its link.`)
      if (said.length > 0)
        lines.push({ name: board.name, note: said.join(' '), to: boardPath(board), picture: clips[0]?.thumb_480 })
    }
    return {
      title: 'Your boards',
      headline: clips_count > 0 ? `${countOf(clips_count, 'clip')} on your boards` : 'news of your boards',
      lines,
      all: { to: '/boards', text: 'Open your boards' },
    }
  },
})

/** Those that are still there, in a workspace that the reader is still in. */
const boardsOf = (db: Db, user_id: number, ids: readonly number[]) =>
  db
    .selectFrom('boards as b')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'b.workspace_id')
    .where('b.id', 'in', ids)
    .where('b.deleted_at', 'is', null)
    .where('m.user_id', '=', user_id)
    .orderBy('b.updated_at', 'desc')
    .orderBy('b.id', 'desc')
    .select(['b.id', 'b.name', 'b.share_hash', 'b.share_expires_at'])
    .execute()

/** Those that still lie there and are in the shop, in the board's order. */
const clipsOn = async (db: Db, board_id: number, ids: ReadonlySet<number>) => {
  if (ids.size === 0) return []
  const rows = await db
    .selectFrom('board_clips as k')
    .innerJoin('clip_search as s', 's.clip_id', 'k.clip_id')
    .where('k.board_id', '=', board_id)
    .where('k.clip_id', 'in', [...ids])
    .orderBy('k.position')
    .select('k.clip_id')
    .execute()
  const clips = await clipsForSale(
    db,
    rows.map(({ clip_id }) => clip_id),
  )
  return rows.flatMap(({ clip_id }) => clips.get(clip_id) ?? [])
}

const peopleOf = async (db: Db, ids: readonly number[]) => {
  const people = await db
    .selectFrom('users')
    .where('id', 'in', ids)
    .select(['id', 'first_name', 'last_name', 'email'])
    .execute()
  return new Map(people.map(person => [person.id, personName(person)]))
}

/** "Mara Lindqvist and Jonas Weber" */
const namesOf = (items: readonly Item[], people: ReadonlyMap<number, string>): string =>
  listOf([...new Set(items.map(({ about }) => people.get(about.by_user_id) ?? 'Somebody'))])
