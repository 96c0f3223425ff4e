import type { FastifyInstance } from 'fastify'

import { listLicensedClipIds } from '#licenses/licensed-clip-ids.server.ts'
import { guest, type Actor, type Member } from '#platform/actor.ts'
import type { Trx, Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'
import { requireAccess, serve } from '#platform/http/serve.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import { attachClips, detachClips, placeClip } from './board-clips.server.ts'
import { loadBoardCard, loadBoard, listBoardCards } from './board-queries.server.ts'
import { createBoard, deleteBoard, renameBoard, restoreBoard, setFavorite } from './boards.server.ts'
import type { ClipMarks } from './contract.ts'
import * as contract from './contract.ts'
import { shareBoard, unshareBoard } from './share.server.ts'

/** Empty for guests. */
const loadClipMarks = async (db: Db, actor: Actor, clip_ids: readonly number[], now: Date): Promise<ClipMarks> => {
  const { user_id, workspace_id } = actor
  if (user_id === null || workspace_id === null) return { on_board: [], licensed: [] }
  const [onBoard, licensed] = await Promise.all([
    db
      .selectFrom('board_clips as k')
      .innerJoin('boards as b', 'b.id', 'k.board_id')
      .where('b.user_id', '=', user_id)
      .where('b.workspace_id', '=', workspace_id)
      .where('b.deleted_at', 'is', null)
      .where('k.clip_id', 'in', clip_ids)
      .select('k.clip_id')
      .distinct()
      .execute(),
    listLicensedClipIds(db, actor, now, clip_ids),
  ])
  return { on_board: onBoard.map(row => row.clip_id), licensed }
}

const DEFAULT_PER_PAGE = 60

/** A suspended user counts as a guest: a share link shows them what it shows everyone. */
const toViewer = (actor: Actor): Actor => (actor.platform_roles.includes(platformRoles.suspended) ? guest : actor)

export const boardsApi = (app: FastifyInstance, { db, clock, config, secret }: Deps) => {
  /** Changes a board in one transaction and returns its new state. */
  const change = async (member: Member, id: number, operation: (trx: Trx, now: Date) => Promise<void>) => {
    await db.transaction().execute(trx => operation(trx, clock.now()))
    return { data: await loadBoardCard(db, member, id, clock.now()) }
  }

  serve(app, contract.listBoards, async ({ actor, query }) => {
    const { of, clip_id, favorites, limit = contract.MAX_BOARDS } = query
    return { data: await listBoardCards(db, actor, { of, clip_id, limit, favorites: favorites === '1' }, clock.now()) }
  })

  serve(app, contract.getClipMarks, async ({ actor, query }) => ({
    data: await loadClipMarks(db, actor, query.clips.split(',').map(Number), clock.now()),
  }))

  serve(app, contract.createBoard, async ({ actor, body }) => {
    const id = await db.transaction().execute(async trx => {
      const now = clock.now()
      const board_id = await createBoard(trx, actor, body.name, now)
      if (body.clip_id) await attachClips(trx, actor, board_id, body.clip_id, null, now, body.marks)
      return board_id
    })
    return { data: await loadBoardCard(db, actor, id, clock.now()) }
  })

  serve(app, contract.getBoard, async ({ actor, params, query }) => {
    const { key, page = 1, per_page = DEFAULT_PER_PAGE } = query
    // Without a key, guests get a 401 whether or not the board exists.
    if (key === undefined) requireAccess({ method: 'GET', who: 'signed_in' }, actor)
    const range = { skip: (page - 1) * per_page, size: per_page }
    const board = await loadBoard(db, toViewer(actor), params.id, key, range, clock.now())
    return { data: board, meta: toPagination(page, per_page, board.clip_count) }
  })

  serve(app, contract.renameBoard, ({ actor, params, body }) =>
    change(actor, params.id, (trx, now) => renameBoard(trx, actor, params.id, body.name, now)),
  )

  serve(app, contract.deleteBoard, async ({ actor, params }) => {
    await db.transaction().execute(trx => deleteBoard(trx, actor, params.id, clock.now()))
    return { data: null }
  })

  serve(app, contract.restoreBoard, ({ actor, params }) =>
    change(actor, params.id, trx => restoreBoard(trx, actor, params.id)),
  )

  serve(app, contract.attachClips, ({ actor, params, body }) =>
    change(actor, params.id, (trx, now) =>
      attachClips(trx, actor, params.id, body.clip_id, body.before ?? null, now, body.marks),
    ),
  )

  serve(app, contract.detachClips, ({ actor, params, query, body }) => {
    const clip_ids = body?.clip_id ?? query.clip_id
    if (clip_ids === undefined) throw refuse.fields({ clip_id: ['Choose a clip'] })
    return change(actor, params.id, (trx, now) => detachClips(trx, actor, params.id, [clip_ids].flat(), now))
  })

  serve(app, contract.placeClip, ({ actor, params, body }) =>
    change(actor, params.id, (trx, now) => placeClip(trx, actor, params.id, body.clip_id, body.before ?? null, now)),
  )

  serve(app, contract.setFavorite, ({ actor, params, body }) =>
    change(actor, params.id, trx => setFavorite(trx, actor, params.id, body.favorite)),
  )

  serve(app, contract.shareBoard, async ({ actor, params }) => {
    const origin = { secret, public_url: config.public_url }
    const data = await db.transaction().execute(trx => shareBoard(trx, actor, params.id, origin, clock.now()))
    return { data }
  })

  serve(app, contract.unshareBoard, async ({ actor, params }) => {
    await db.transaction().execute(trx => unshareBoard(trx, actor, params.id))
    return { data: null }
  })
}
