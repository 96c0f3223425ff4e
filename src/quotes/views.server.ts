/** Records who viewed which version of an offer. Staff are not counted, even while they act as a customer. */
import { sql } from 'kysely'

import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import { isStaff } from '#workspaces/policy.ts'

import type { QuoteRow } from './quotes.server.ts'

/** For custom carts no user is stored, since anyone with the link may open them. */
export const recordQuoteView = async (db: Db, actor: Actor, quote: QuoteRow, now: Date): Promise<void> => {
  if (actor.user_id !== null && (actor.masquerade || isStaff(actor.platform_roles))) return
  const user_id = quote.kind === 'quote' ? actor.user_id : null
  await sql`
    insert into quote_views (quote_id, version, user_id, first_at, last_at)
    values (${quote.id}, ${quote.version}, ${user_id}, ${now}, ${now})
    on conflict (quote_id, version, coalesce(user_id, 0))
    do update set last_at = greatest(quote_views.last_at, excluded.last_at), times = quote_views.times + 1
  `.execute(db)
}

/** Returns the views, latest first. */
export const listQuoteViews = async (db: Db, quote_id: number) => {
  const rows = await db
    .selectFrom('quote_views as s')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .where('s.quote_id', '=', quote_id)
    .orderBy('s.last_at', 'desc')
    .orderBy('s.version', 'desc')
    .select(['s.version', 's.first_at', 's.last_at', 's.times', 'u.email'])
    .execute()
  return rows.map(({ first_at, last_at, ...row }) => ({
    ...row,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
  }))
}
