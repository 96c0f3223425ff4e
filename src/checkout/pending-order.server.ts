/** The order whose payment a cart is waiting for, where the actor may know of it. */
import { findCart, type CartRow } from '#cart/carts.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import { findQuote } from '#quotes/quotes.server.ts'

import { findOpenAttemptOfCart } from './attempts.server.ts'

/**
 * Returns the order’s id. Several people can open a custom cart: another buyer’s payment, or a payment in another
 * workspace, is not disclosed.
 */
export const findPendingOrderIdOfCart = async (
  db: Db,
  { user_id, workspace_id }: Member,
  { id, kind }: Pick<CartRow, 'id' | 'kind'>,
): Promise<number | undefined> => {
  const attempt = await findOpenAttemptOfCart(db, id)
  const isOwnAttempt = attempt?.user_id === user_id && attempt.workspace_id === workspace_id
  return kind === 'custom' && !isOwnAttempt ? undefined : attempt?.order_id
}

/** Returns the id for the actor’s own cart, or for the custom cart of a link. Throws 404 for an unknown link. */
export const findPendingOrderId = async (db: Db, actor: Member, link: string | null | undefined) => {
  const cart = await findCart(db, actor)
  if (!link || link === cart?.hash) return cart && findPendingOrderIdOfCart(db, actor, cart)
  const { cart_id: id, kind } = await findQuote(db, { link })
  return findPendingOrderIdOfCart(db, actor, { id, kind })
}
