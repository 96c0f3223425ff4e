/** Converts quotes to API responses for their workspace. */
import { sql } from 'kysely'

import { getCartById } from '#cart/carts.server.ts'
import { priceCart } from '#cart/pricing.server.ts'
import { toCart } from '#cart/show.server.ts'
import { isForSale } from '#catalog/clips.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { toMoney } from '#platform/money.ts'
import { canPurchase } from '#workspaces/policy.ts'

import type { QuoteDetail, QuoteListItem } from './contract.ts'
import { getQuoteBilling } from './payable.server.ts'
import { findQuote, selectQuotes } from './quotes.server.ts'
import { getQuoteState } from './states.ts'

export const PER_PAGE = 20

/** True for lines that can be bought now; for an ordered version, lines that its order has. */
export const isOffered = sql<boolean>`case when c.state = 'ordered'
  then exists (select from orders o join order_items b on b.order_id = o.id
    where o.cart_id = c.id and o.universal_invoice_number is not null and b.clip_id = i.clip_id and b.format_id = i.format_id)
  else ${isForSale('i.clip_id', 'i.format_id')} end`

/** Adds the total of agreed prices, the number of clips and the order number of each current version. */
export const selectQuotesWithTotals = (db: Db) =>
  selectQuotes(db).select([
    sql<number>`(select coalesce(sum(i.agreed_price_cents), 0)::int from cart_items i where i.cart_id = c.id and ${isOffered})`.as(
      'total_cents',
    ),
    sql<number>`(select count(distinct i.clip_id)::int from cart_items i where i.cart_id = c.id and ${isOffered})`.as(
      'clips_count',
    ),
    sql<string | null>`(select o.universal_invoice_number from orders o
      where o.cart_id = c.id and o.universal_invoice_number is not null order by o.id desc limit 1)`.as('order_number'),
  ])

type QuoteWithTotals = Awaited<ReturnType<ReturnType<typeof selectQuotesWithTotals>['executeTakeFirstOrThrow']>>

export const toQuoteListItem = (quote: QuoteWithTotals, now: Date): QuoteListItem => ({
  number: quote.number,
  state: getQuoteState(quote, now),
  version: quote.version,
  note: quote.note,
  created_at: quote.created_at.toISOString(),
  expires_at: quote.expires_at.toISOString(),
  clips_count: quote.clips_count,
  total: toMoney(quote.total_cents),
  order_number: quote.order_number,
})

const isPayable = (now: Date) => sql<boolean>`(q.state = 'open' and c.state = 'open' and v.expires_at > ${now})`

type ListQuotesInput = { page?: number | undefined; state?: 'open' | undefined }

/** Returns a page of quotes, newest first; only payable ones for `state: 'open'`. */
export const listQuotes = async (db: Db, workspace_id: number, { page = 1, state }: ListQuotesInput, now: Date) => {
  const matches = selectQuotesWithTotals(db)
    .where('q.workspace_id', '=', workspace_id)
    .$if(state === 'open', query => query.where(isPayable(now)))
  const { total } = await db
    .selectFrom(matches.as('matches'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matches
    .orderBy('q.id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  return { data: rows.map(row => toQuoteListItem(row, now)), meta: toPagination(page, PER_PAGE, total) }
}

/** Counts the quotes that the workspace can pay now. */
export const countOpenQuotes = async (db: Db, workspace_id: number, now: Date): Promise<number> => {
  const { count } = await db
    .selectFrom(selectQuotes(db).where('q.workspace_id', '=', workspace_id).where(isPayable(now)).as('payable'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Throws 404 for a quote of another workspace. */
export const getQuoteDetail = async (db: Db, actor: Member, number: string, now: Date): Promise<QuoteDetail> => {
  const { workspace_id, workspace_role } = actor
  const quote = await findQuote(db, { number, workspace_id })
  const row = await selectQuotesWithTotals(db).where('q.id', '=', quote.id).executeTakeFirstOrThrow()
  const cart = await getCartById(db, quote.cart_id)
  const pricedCart = await priceCart(db, cart, now, { billing: await getQuoteBilling(db, quote) })
  return {
    ...toQuoteListItem(row, now),
    // The cart's internal hash is not valid as a key, and is not exposed.
    cart: { ...toCart(pricedCart, canPurchase(workspace_role)), hash: null },
    reason: quote.reason,
    ended_at: quote.ended_at?.toISOString() ?? null,
    earlier: await listEarlierVersions(db, quote),
  }
}

const listEarlierVersions = async (db: Db, { id, version }: { id: number; version: number }) =>
  (
    await db
      .selectFrom('quote_versions as v')
      .where('v.quote_id', '=', id)
      .where('v.version', '<', version)
      .orderBy('v.version', 'desc')
      .select(['v.version', 'v.created_at', 'v.note'])
      .select(
        sql<number>`(select coalesce(sum(i.agreed_price_cents), 0)::int from cart_items i where i.cart_id = v.cart_id)`.as(
          'cents',
        ),
      )
      .execute()
  ).map(({ version, created_at, note, cents }) => ({
    version,
    note,
    created_at: created_at.toISOString(),
    total: toMoney(cents),
  }))
