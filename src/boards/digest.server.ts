/** The digest section about boards that a user made or marked. */
import { formatPersonName } from '#accounts/person-name.ts'
import { loadClipsForSale } from '#catalog/clips.server.ts'
import type { DigestItem } from '#notifications/digest/kinds.ts'
import { defineDigestPart, type DigestLine } from '#notifications/digest/part.ts'
import { formatCount, formatList } from '#notifications/digest/text.ts'
import type { Db } from '#platform/db/database.server.ts'

import { boardPath } from './paths.ts'
import { isShared } from './share.server.ts'

type BoardDigestItem = DigestItem<'board.added' | 'board.shared'>

export const boardsDigest = defineDigestPart<'board.added' | 'board.shared'>({
  kinds: ['board.added', 'board.shared'],
  section: async ({ db, clock }, { user_id }, items) => {
    const boards = await listBoards(db, user_id, [...new Set(items.map(({ payload }) => payload.board_id))])
    const people = await loadNames(db, [...new Set(items.map(({ payload }) => payload.by_user_id))])
    let clip_count = 0
    const lines: DigestLine[] = []
    for (const board of boards) {
      const boardItems = items.filter(({ payload }) => payload.board_id === board.id)
      const sentences: string[] = []
      const added = boardItems.filter(item => item.kind === 'board.added')
      const clips = await listAddedClips(db, board.id, new Set(added.flatMap(({ payload }) => payload.clip_ids)))
      if (clips.length > 0) {
        clip_count += clips.length
        sentences.push(`${formatNames(added, people)} added ${formatCount(clips.length, 'clip')}.`)
      }
      const shareItems = boardItems.filter(item => item.kind === 'board.shared')
      if (shareItems.length > 0 && isShared(board, clock.now()))
        sentences.push(`${formatNames(shareItems, people)} opened it to everybody who has its link.`)
      if (sentences.length > 0)
        lines.push({ name: board.name, note: sentences.join(' '), to: boardPath(board), picture: clips[0]?.thumb_480 })
    }
    return {
      title: 'Your boards',
      headline: clip_count > 0 ? `${formatCount(clip_count, 'clip')} on your boards` : 'updates on your boards',
      lines,
      all: { to: '/boards', text: 'Open your boards' },
    }
  },
})

/** Boards that still exist, in a workspace that the reader still belongs to. */
const listBoards = (db: Db, user_id: number, ids: readonly number[]) =>
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

/** Clips that are still on the board and for sale, in the board's order. */
const listAddedClips = async (db: Db, board_id: number, ids: ReadonlySet<number>) => {
  if (ids.size === 0) return []
  const rows = await db
    .selectFrom('board_clips as k')
    .innerJoin('clip_search as s', 's.clip_id', 'k.clip_id')
    .where('k.board_id', '=', board_id)
    .where('k.clip_id', 'in', [...ids])
    .orderBy('k.position')
    .select('k.clip_id')
    .execute()
  const clips = await loadClipsForSale(
    db,
    rows.map(({ clip_id }) => clip_id),
  )
  return rows.flatMap(({ clip_id }) => clips.get(clip_id) ?? [])
}

const loadNames = async (db: Db, ids: readonly number[]) => {
  const people = await db
    .selectFrom('users')
    .where('id', 'in', ids)
    .select(['id', 'first_name', 'last_name', 'email'])
    .execute()
  return new Map(people.map(person => [person.id, formatPersonName(person)]))
}

/** Returns "Mara Lindqvist and Jonas Weber". */
const formatNames = (items: readonly BoardDigestItem[], people: ReadonlyMap<number, string>): string =>
  formatList([...new Set(items.map(({ payload }) => people.get(payload.by_user_id) ?? 'Somebody'))])
