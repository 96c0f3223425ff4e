/** What a number leads to: a clip of the shop, or an order of the user's workspace. */
import type { CardCache } from '#catalog/card-cache.server.ts'
import type { ClipCard } from '#catalog/contract.ts'
import { clipPath } from '#catalog/paths.ts'
import type { Db } from '#platform/db/database.server.ts'

import type { SearchResult } from './search-query.ts'
import { readNumber } from './text/read-number.ts'

export type DirectHit = { label: string; path: string; card?: ClipCard }

type NumberRequest = {
  q: string
  /** The workspace whose orders the user may see. */
  orders_of?: number | undefined
}

export const findDirectHit = async (
  db: Db,
  cards: Pick<CardCache, 'list'>,
  { q, orders_of }: NumberRequest,
): Promise<DirectHit | undefined> => {
  const number = readNumber(q)
  if (number?.kind === 'clip') {
    const [card] = JSON.parse(await cards.list([number.id])) as ClipCard[]
    return card && { label: `Clip ${card.id}: ${card.name}`, path: clipPath(card), card }
  }
  if (number?.kind !== 'order' || orders_of === undefined) return undefined
  const order = await db
    .selectFrom('orders')
    .where('workspace_id', '=', orders_of)
    .where('universal_invoice_number', '=', number.number)
    .select('id')
    .executeTakeFirst()
  return order && { label: `Order ${number.number}`, path: `/workspace/orders/${number.number}` }
}

/** Puts a clip on top of the first page. */
export const withFirstCard = (result: SearchResult, card: ClipCard, page: number): SearchResult => {
  const listed = JSON.parse(result.cards) as ClipCard[]
  const others = listed.filter(({ id }) => id !== card.id)
  const isNew = others.length === listed.length
  return {
    ...result,
    cards: page === 1 ? JSON.stringify([card, ...others]) : result.cards,
    total: isNew ? result.total + 1 : result.total,
  }
}
