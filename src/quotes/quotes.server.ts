/** Reads and locks quotes and custom carts with their current version. */
import { lockCartForCheckout, type CartRow } from '#cart/carts.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken } from '#platform/ids.server.ts'

import { getClosedError, getQuoteState, type QuoteState } from './states.ts'

/** Identifies an offer: a quote by workspace and number, a custom cart by its link, or either by its number for staff. */
export type QuoteKey = { number: string; workspace_id: number } | { link: string } | { staff_number: string }

export type QuoteRow = Awaited<ReturnType<typeof findQuote>>

export const selectQuotes = (db: Db | Trx) =>
  db
    .selectFrom('quotes as q')
    .innerJoin('quote_versions as v', join =>
      join.onRef('v.quote_id', '=', 'q.id').onRef('v.version', '=', 'q.version'),
    )
    .innerJoin('carts as c', 'c.id', 'v.cart_id')
    .select(['q.id', 'q.kind', 'q.number', 'q.workspace_id', 'q.version', 'q.state', 'q.ended_at', 'q.reason'])
    .select(['v.cart_id', 'v.expires_at', 'v.note', 'v.created_at', 'c.state as cart_state'])
    .$narrowType<{ kind: 'quote' | 'custom' }>()

/** Returns an offer with its current version. Throws 404 for an unknown one, or another workspace's. */
export const findQuote = async (db: Db | Trx, key: QuoteKey) => {
  const quote = await selectQuotes(db)
    .where(eb => {
      if ('link' in key) return eb('q.link_hash', '=', hashToken(key.link))
      if ('staff_number' in key) return eb('q.number', '=', key.staff_number)
      return eb.and([
        eb('q.number', '=', key.number),
        eb('q.workspace_id', '=', key.workspace_id),
        eb('q.kind', '=', 'quote'),
      ])
    })
    .executeTakeFirst()
  if (!quote) throw refuse.missing('link' in key ? 'cart' : 'quote')
  return quote
}

/** Whether a number is a quote's, of whichever workspace. No other document has the same one. */
export const isQuoteNumber = async (db: Db | Trx, number: string): Promise<boolean> =>
  (await db
    .selectFrom('quotes')
    .where('number', '=', number)
    .where('kind', '=', 'quote')
    .select('id')
    .executeTakeFirst()) !== undefined

/** Returns the note of the offer whose version a cart is; empty for any other cart. */
export const loadOfferNote = async (db: Db | Trx, cart_id: number): Promise<string> =>
  (await db.selectFrom('quote_versions').where('cart_id', '=', cart_id).select('note').executeTakeFirst())?.note ?? ''

/** Returns the number of the offer that a version's cart belongs to. */
export const getQuoteNumber = async (db: Db | Trx, cart_id: number): Promise<string> =>
  (
    await db
      .selectFrom('quote_versions as v')
      .innerJoin('quotes as q', 'q.id', 'v.quote_id')
      .where('v.cart_id', '=', cart_id)
      .select('q.number')
      .executeTakeFirstOrThrow()
  ).number

const REVISED_TEXT = 'This offer was revised meanwhile. Please review it; nothing has been charged.'

/**
 * Returns the current version with its cart, locked until the transaction ends. All changes of an offer take this lock.
 * Throws 409 when a newer version was created meanwhile.
 */
export const lockQuote = async (trx: Trx, key: QuoteKey): Promise<{ quote: QuoteRow; cart: CartRow }> => {
  const unlocked = await findQuote(trx, key)
  const cart = await lockCartForCheckout(trx, { cart_id: unlocked.cart_id })
  const quote = await findQuote(trx, key)
  if (quote.version !== unlocked.version) throw refuse(409, REVISED_TEXT)
  return { quote, cart }
}

/** Returns the state. Throws 409 or 410 with the reason when it cannot be paid. */
export const assertPayable = (quote: QuoteRow, now: Date): QuoteState => {
  const state = getQuoteState(quote, now)
  const closedError = getClosedError(quote.kind, state)
  if (closedError) throw refuse(closedError.status, closedError.text)
  return state
}
