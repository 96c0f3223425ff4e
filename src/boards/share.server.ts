/** The key in the link to a board: made from a seed with the shop's secret, so that the link can be shown again and the database alone opens nothing (decision 120). */
import { timingSafeEqual } from 'node:crypto'

import { gather } from '#notifications/digest/gather.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { hashToken, randomKey } from '#platform/ids.server.ts'
import { signatures, type Secrets } from '#platform/secrets.server.ts'

import { findBoard, lockBoard, othersOn } from './boards.server.ts'
import type { ShareLink } from './contract.ts'
import { boardPath } from './paths.ts'
import type { Person } from './policy.ts'

/** A link works for 90 days, from the last time that somebody asked for it. */
const link_lifetime_ms = 90 * 86_400_000

/** 256 bits, safe in an address: the key that opens the board now, by whichever secret it was made, or else a new one. */
const keyOf = (seed: string, board: Shared, secret: Secrets, now: Date): string => {
  const [current = '', ...previous] = signatures(secret, `board link ${seed}`)
  return previous.find(key => opens(board, key, now)) ?? current
}

type Shared = { share_hash: Uint8Array | null; share_expires_at: Date | null }

export const isShared = ({ share_expires_at }: Shared, now: Date): boolean =>
  share_expires_at !== null && share_expires_at > now

/** Whether a link with this key opens the board now. */
export const opens = (board: Shared, key: string, now: Date): boolean =>
  isShared(board, now) && board.share_hash !== null && timingSafeEqual(hashToken(key), board.share_hash)

const hrefOf = (board: Parameters<typeof boardPath>[0], key: string, public_url: string) =>
  new URL(`${boardPath(board)}?key=${key}`, public_url).href

type Origin = { secret: Secrets; public_url: string }

/** The link to a board, made or made to last longer. */
export const shareBoard = async (
  trx: Trx,
  member: Person,
  id: number,
  { secret, public_url }: Origin,
  now: Date,
): Promise<ShareLink> => {
  const board = await lockBoard(trx, member, id)
  const wasShared = isShared(board, now)
  const share_seed = (wasShared ? board.share_seed : null) ?? randomKey()
  const key = keyOf(share_seed, board, secret, now)
  const share_expires_at = new Date(now.getTime() + link_lifetime_ms)
  await trx
    .updateTable('boards')
    .set({ share_seed, share_hash: hashToken(key), share_expires_at })
    .where('id', '=', id)
    .execute()
  if (!wasShared) {
    const { user_id: by_user_id } = member
    await gather(trx, 'board.shared', { board_id: id, by_user_id }, { to: await othersOn(trx, id, by_user_id), now })
  }
  return {
    url: hrefOf(board, key, public_url),
    expires_at: share_expires_at.toISOString(),
  }
}

/** The link to a board that is open to others now; nothing for any other. */
export const linkOf = async (
  db: Db,
  id: number,
  { secret, public_url }: Origin,
  now: Date,
): Promise<string | undefined> => {
  const board = await findBoard(db, id)
  if (!board?.share_seed || !isShared(board, now)) return undefined
  const key = keyOf(board.share_seed, board, secret, now)
  // Made with a secret that the shop no longer has: whoever asks for the link gets another one.
  return opens(board, key, now) ? hrefOf(board, key, public_url) : undefined
}

/** Whoever has the link sees nothing any more; the next link has another key. */
export const unshareBoard = async (trx: Trx, member: Person, id: number): Promise<void> => {
  await lockBoard(trx, member, id)
  await trx
    .updateTable('boards')
    .set({ share_seed: null, share_hash: null, share_expires_at: null })
    .where('id', '=', id)
    .execute()
}
