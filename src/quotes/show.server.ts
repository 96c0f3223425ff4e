/** Quotes as their workspace sees them. */
import { sql } from 'kysely'

import { cartById } from '#cart/carts.server.ts'
import { pricedCart } from '#cart/pricing.server.ts'
import { shownCart } from '#cart/show.server.ts'
import { isForSale } from '#catalog/clips.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'
import { money } from '#platform/money.ts'
import { canPurchase } from '#workspaces/policy.ts'

import type { QuoteDetail, QuoteRow } from './contract.ts'
import { billedTo } from './payable.server.ts'
import { findQuote, quotesWithVersion } from './quotes.server.ts'
import { stateOf } from './states.ts'

export const per_page = 20

/** The lines of a version that can be bought now; of one that was ordered, those that its order has. */
export const isOffered = sql<boolean>`case when c.state = 'ordered'
  then exists (select from orders o join order_items b on b.order_id = o.id
    where o.cart_id = c.id and o.universal_invoice_number is not null and b.clip_id = i.clip_id and b.format_id = i.format_id)
  else ${isForSale('i.clip_id', 'i.format_id')} end`

/** The agreed prices of a version, how many clips it has, and the order that it became. */
export const withSums = (db: Db) =>
  quotesWithVersion(db).select([
    sql<number>`(select coalesce(sum(i.agreed_cents), 0)::int from cart_items i where i.cart_id = c.id and ${isOffered})`.as(
      'total_cents',
    ),
    sql<number>`(select count(distinct i.clip_id)::int from cart_items i where i.cart_id = c.id and ${isOffered})`.as(
      'clips_count',
    ),
    sql<string | null>`(select o.universal_invoice_number from orders o
      where o.cart_id = c.id and o.universal_invoice_number is not null order by o.id desc limit 1)`.as('order_number'),
  ])

type Sums = Awaited<ReturnType<ReturnType<typeof withSums>['executeTakeFirstOrThrow']>>

export const quoteRow = (quote: Sums, now: Date): QuoteRow => ({
  number: quote.number,
  state: stateOf(quote, now),
  version: quote.version,
  note: quote.note,
  made_at: quote.made_at.toISOString(),
  expires_at: quote.expires_at.toISOString(),
  clips_count: quote.clips_count,
  total: money(quote.total_cents),
  order_number: quote.order_number,
})

type Asked = { page?: number | undefined; state?: 'open' | undefined }

/** Newest first, a page at a time; those that can be accepted alone when asked so. */
export const quotesOf = async (db: Db, workspace_id: number, { page = 1, state }: Asked, now: Date) => {
  const wanted = withSums(db)
    .where('q.workspace_id', '=', workspace_id)
    .$if(state === 'open', query =>
      query.where('q.state', '=', 'open').where('c.state', '=', 'open').where('v.expires_at', '>', now),
    )
  const { total } = await db
    .selectFrom(wanted.as('wanted'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await wanted
    .orderBy('q.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { data: rows.map(row => quoteRow(row, now)), meta: pagination(page, per_page, total) }
}

/** Throws 404 for a quote of another workspace. */
export const quoteDetail = async (db: Db, actor: Member, number: string, now: Date): Promise<QuoteDetail> => {
  const { workspace_id, workspace_role } = actor
  const found = await findQuote(db, { number, workspace_id })
  const row = await withSums(db).where('q.id', '=', found.id).executeTakeFirstOrThrow()
  const cart = await cartById(db, found.cart_id)
  const priced = await pricedCart(db, cart, now, { billing: await billedTo(db, found) })
  return {
    ...quoteRow(row, now),
    // Its own key opens nothing, and stays here.
    cart: { ...shownCart(priced, canPurchase(workspace_role)), hash: null },
    reason: found.reason,
    ended_at: found.ended_at?.toISOString() ?? null,
    earlier: await earlierVersions(db, found),
  }
}

const earlierVersions = async (db: Db, { id, version }: { id: number; version: number }) =>
  (
    await db
      .selectFrom('quote_versions as v')
      .where('v.quote_id', '=', id)
      .where('v.version', '<', version)
      .orderBy('v.version', 'desc')
      .select(['v.version', 'v.made_at', 'v.note'])
      .select(
        sql<number>`(select coalesce(sum(i.agreed_cents), 0)::int from cart_items i where i.cart_id = v.cart_id)`.as(
          'cents',
        ),
      )
      .execute()
  ).map(({ version, made_at, note, cents }) => ({ version, note, made_at: made_at.toISOString(), total: money(cents) }))
