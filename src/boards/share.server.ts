/**
 * Share links of boards. The key is derived from a seed and the shop's secret, so that the link can be shown again and the
 * database alone opens no board (decision 24).
 */

import { timingSafeEqual } from 'node:crypto'

import { queueDigestItems } from '#notifications/digest/queue-items.server.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { hashToken, randomKey } from '#platform/ids.server.ts'
import { signWithEach, type Secrets } from '#platform/security/secrets.server.ts'

import { findBoard, lockBoard, listFollowers } from './boards.server.ts'
import type { ShareLink } from './contract.ts'
import { boardPath } from './paths.ts'
import type { BoardMember } from './policy.ts'

/** A link works for 90 days from the last time that someone requested it. */
const LINK_LIFETIME_MS = 90 * DAY_MS

/** Returns a URL-safe 256-bit key: the one that currently opens the board, whichever secret made it, or else a new one. */
const getShareKey = (seed: string, board: BoardShareState, secret: Secrets, now: Date): string => {
  const [current = '', ...previous] = signWithEach(secret, `board link ${seed}`)
  return previous.find(key => isShareKeyValid(board, key, now)) ?? current
}

type BoardShareState = { share_hash: Uint8Array | null; share_expires_at: Date | null }

export const isShared = ({ share_expires_at }: BoardShareState, now: Date): boolean =>
  share_expires_at !== null && share_expires_at > now

/** Whether a link with this key currently opens the board. */
export const isShareKeyValid = (board: BoardShareState, key: string, now: Date): boolean =>
  isShared(board, now) && board.share_hash !== null && timingSafeEqual(hashToken(key), board.share_hash)

const formatShareUrl = (board: Parameters<typeof boardPath>[0], key: string, public_url: string) =>
  new URL(`${boardPath(board)}?key=${key}`, public_url).href

type ShareLinkConfig = { secret: Secrets; public_url: string }

/** Creates the link to a board, or extends the existing one. */
export const shareBoard = async (
  trx: Trx,
  member: BoardMember,
  id: number,
  { secret, public_url }: ShareLinkConfig,
  now: Date,
): Promise<ShareLink> => {
  const board = await lockBoard(trx, member, id)
  const wasShared = isShared(board, now)
  const share_seed = (wasShared ? board.share_seed : null) ?? randomKey()
  const key = getShareKey(share_seed, board, secret, now)
  const share_expires_at = new Date(now.getTime() + LINK_LIFETIME_MS)
  await trx
    .updateTable('boards')
    .set({ share_seed, share_hash: hashToken(key), share_expires_at })
    .where('id', '=', id)
    .execute()
  if (!wasShared) {
    const { user_id: by_user_id } = member
    await queueDigestItems(
      trx,
      'board.shared',
      { board_id: id, by_user_id },
      { to: await listFollowers(trx, id, by_user_id), now },
    )
  }
  return {
    url: formatShareUrl(board, key, public_url),
    expires_at: share_expires_at.toISOString(),
  }
}

/** Returns the link to a board that is currently shared; undefined otherwise. */
export const getShareLink = async (
  db: Db,
  id: number,
  { secret, public_url }: ShareLinkConfig,
  now: Date,
): Promise<string | undefined> => {
  const board = await findBoard(db, id)
  if (!board?.share_seed || !isShared(board, now)) return undefined
  const key = getShareKey(board.share_seed, board, secret, now)
  // The shop no longer has the secret that made this key: the next request creates another link.
  return isShareKeyValid(board, key, now) ? formatShareUrl(board, key, public_url) : undefined
}

/** Ends the link. The next one has another key. */
export const unshareBoard = async (trx: Trx, member: BoardMember, id: number): Promise<void> => {
  await lockBoard(trx, member, id)
  await trx
    .updateTable('boards')
    .set({ share_seed: null, share_hash: null, share_expires_at: null })
    .where('id', '=', id)
    .execute()
}
