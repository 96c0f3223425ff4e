/** The payment that a cart waits for, as far as it is anybody's business. */
import { findCart, type CartRow } from '#cart/carts.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { findQuote } from '#quotes/quotes.server.ts'

import { openAttemptOf } from './attempts.server.ts'

/**
 * Answers the order's id. A custom cart can be opened by several: who else pays for it, or in which
 * other workspace, is nobody's business.
 */
export const pendingOrderOf = async (
  db: Db,
  { user_id, workspace_id }: Member,
  { id, kind }: Pick<CartRow, 'id' | 'kind'>,
): Promise<number | undefined> => {
  const attempt = await openAttemptOf(db, id)
  const isTheirs = attempt?.user_id === user_id && attempt.workspace_id === workspace_id
  return kind === 'custom' && !isTheirs ? undefined : attempt?.order_id
}

/** For one's own cart, or for the custom cart of a link. Throws 404 for a link that opens nothing. */
export const pendingOrder = async (db: Db, actor: Member, link: string | null | undefined) => {
  const own = await findCart(db, actor)
  if (!link || link === own?.hash) return own && pendingOrderOf(db, actor, own)
  const { cart_id: id, kind } = await findQuote(db, { link })
  return pendingOrderOf(db, actor, { id, kind })
}
