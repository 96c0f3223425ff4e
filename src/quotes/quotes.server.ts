/** Quotes and custom carts as rows: how one is found, and how its present version is locked. */
import { lockCartForCheckout, type CartRow } from '#cart/carts.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { hashToken } from '#platform/ids.server.ts'
import { refuse } from '#platform/refusal.ts'

import { closedOf, stateOf, type QuoteState } from './states.ts'

/** By what somebody may reach one: a quote of their workspace by its number, a custom cart by its link, our people either by its number. */
export type Handle = { number: string; workspace_id: number } | { link: string } | { staff_number: string }

export type QuoteRow = Awaited<ReturnType<typeof findQuote>>

export const quotesWithVersion = (db: Db | Trx) =>
  db
    .selectFrom('quotes as q')
    .innerJoin('quote_versions as v', join =>
      join.onRef('v.quote_id', '=', 'q.id').onRef('v.version', '=', 'q.version'),
    )
    .innerJoin('carts as c', 'c.id', 'v.cart_id')
    .select(['q.id', 'q.kind', 'q.number', 'q.workspace_id', 'q.version', 'q.state', 'q.ended_at', 'q.reason'])
    .select(['v.cart_id', 'v.expires_at', 'v.note', 'v.made_at', 'c.state as cart_state'])
    .$narrowType<{ kind: 'quote' | 'custom' }>()

/** Its present version. Throws 404 for one that there is not, or that is somebody else's. */
export const findQuote = async (db: Db | Trx, handle: Handle) => {
  const found = await quotesWithVersion(db)
    .where(eb => {
      if ('link' in handle) return eb('q.link_hash', '=', hashToken(handle.link))
      if ('staff_number' in handle) return eb('q.number', '=', handle.staff_number)
      return eb.and([
        eb('q.number', '=', handle.number),
        eb('q.workspace_id', '=', handle.workspace_id),
        eb('q.kind', '=', 'quote'),
      ])
    })
    .executeTakeFirst()
  if (!found) throw refuse.missing('link' in handle ? 'cart' : 'quote')
  return found
}

/** The number of the quote that a version's cart is of. */
export const numberOfQuote = async (db: Db | Trx, cart_id: number): Promise<string> =>
  (
    await db
      .selectFrom('quote_versions as v')
      .innerJoin('quotes as q', 'q.id', 'v.quote_id')
      .where('v.cart_id', '=', cart_id)
      .select('q.number')
      .executeTakeFirstOrThrow()
  ).number

const revised_refusal = 'This offer was revised meanwhile. Please look it over once more; nothing has been charged.'

/**
 * The present version with its cart locked until the transaction ends. Whatever becomes of a quote happens under this one
 * lock, so a version that counts now counts until then. Throws 409 when a newer one came in between.
 */
export const lockQuote = async (trx: Trx, handle: Handle): Promise<{ quote: QuoteRow; cart: CartRow }> => {
  const found = await findQuote(trx, handle)
  const cart = await lockCartForCheckout(trx, { cart_id: found.cart_id })
  const quote = await findQuote(trx, handle)
  if (quote.version !== found.version) throw refuse(409, revised_refusal)
  return { quote, cart }
}

/** Throws 409 or 410 with the reason when it cannot be paid (any more). */
export const needOpen = (quote: QuoteRow, now: Date): QuoteState => {
  const state = stateOf(quote, now)
  const closed = closedOf(quote.kind, state)
  if (closed) throw refuse(closed.status, closed.text)
  return state
}
