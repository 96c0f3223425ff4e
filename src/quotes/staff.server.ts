/** Quotes and custom carts as the sales team sees them. */
import { sql, type RawBuilder } from 'kysely'

import { getCartById } from '#cart/carts.server.ts'
import type { OrgType } from '#licensing/terms.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { toMoney } from '#platform/money.ts'

import { findQuote } from './quotes.server.ts'
import { isOffered, PER_PAGE, toQuoteListItem, selectQuotesWithTotals } from './show.server.ts'
import type { StaffOffer, StaffOfferDetail } from './staff-contract.ts'
import type { QuoteState } from './states.ts'
import { listQuoteViews } from './views.server.ts'

const selectOffers = (db: Db) =>
  selectQuotesWithTotals(db)
    .leftJoin('workspaces as w', 'w.id', 'q.workspace_id')
    .select('w.name as workspace_name')
    .select(sql<Date | null>`(select max(s.last_at) from quote_views s where s.quote_id = q.id)`.as('seen_at'))

type StaffOfferRow = Awaited<ReturnType<ReturnType<typeof selectOffers>['executeTakeFirstOrThrow']>>

const toStaffOffer = (row: StaffOfferRow, now: Date): StaffOffer => ({
  ...toQuoteListItem(row, now),
  kind: row.kind,
  reason: row.reason,
  seen_at: row.seen_at?.toISOString() ?? null,
  workspace: row.workspace_id === null ? null : { id: row.workspace_id, name: row.workspace_name ?? '' },
})

/** The SQL condition for `getQuoteState`. */
const hasState = (state: QuoteState, now: Date) => {
  const isOpen = sql<boolean>`q.state = 'open' and c.state not in ('ordered', 'paying')`
  const conditions: Record<QuoteState, RawBuilder<boolean>> = {
    accepted: sql`c.state = 'ordered'`,
    paying: sql`c.state = 'paying'`,
    declined: sql`q.state = 'declined' and c.state not in ('ordered', 'paying')`,
    revoked: sql`q.state = 'revoked' and c.state not in ('ordered', 'paying')`,
    expired: sql`${isOpen} and v.expires_at <= ${now}`,
    open: sql`${isOpen} and v.expires_at > ${now}`,
  }
  return conditions[state]
}

type ListOffersInput = {
  page?: number | undefined
  kind?: 'quote' | 'custom' | undefined
  state?: QuoteState | undefined
  search?: string | undefined
}

/** Returns a page of offers, newest first. */
export const listStaffOffers = async (db: Db, { page = 1, kind, state, search = '' }: ListOffersInput, now: Date) => {
  // PostgreSQL rejects the null character.
  const term = search.replaceAll('\0', ' ').trim()
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`
  const matches = selectOffers(db)
    .$if(kind !== undefined, query => query.where('q.kind', '=', kind ?? 'quote'))
    .$if(state !== undefined, query => query.where(hasState(state ?? 'open', now)))
    .$if(term !== '', query =>
      query.where(
        sql<boolean>`(q.number ilike ${pattern} or w.name ilike ${pattern} or v.note ilike ${pattern} or exists (
          select 1 from workspace_members m join users u on u.id = m.user_id
          where m.workspace_id = q.workspace_id and u.email::text ilike ${pattern}))`,
      ),
    )
  const { total } = await db
    .selectFrom(matches.as('matches'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matches
    .orderBy('q.id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  return { data: rows.map(row => toStaffOffer(row, now)), meta: toPagination(page, PER_PAGE, total) }
}

/** Returns an offer with all its versions, newest first. Throws 404. */
export const getStaffOfferDetail = async (db: Db, staff_number: string, now: Date): Promise<StaffOfferDetail> => {
  const { id, cart_id, ended_at } = await findQuote(db, { staff_number })
  const { ein, po_number } = await getCartById(db, cart_id)
  const row = await selectOffers(db).where('q.id', '=', id).executeTakeFirstOrThrow()
  const versions = await db
    .selectFrom('quote_versions as v')
    .leftJoin('users as u', 'u.id', 'v.created_by')
    .where('v.quote_id', '=', id)
    .orderBy('v.version', 'desc')
    .select(['v.version', 'v.cart_id', 'v.created_at', 'v.expires_at', 'v.note'])
    .select(sql<string | null>`nullif(trim(u.first_name || ' ' || u.last_name), '')`.as('created_by'))
    .execute()
  const lines = await loadLines(
    db,
    versions.map(version => version.cart_id),
  )
  return {
    ...toStaffOffer(row, now),
    ended_at: ended_at?.toISOString() ?? null,
    ein: ein ?? '',
    po_number: po_number ?? '',
    views: await listQuoteViews(db, id),
    versions: versions.map(({ cart_id, created_at, expires_at, ...version }) => ({
      ...version,
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
      lines: (lines.get(cart_id) ?? []).map(({ cart_id: _, agreed_price_cents, seen_price_cents, ...line }) => ({
        ...line,
        agreed: toMoney(agreed_price_cents ?? seen_price_cents),
        table: toMoney(seen_price_cents),
      })),
    })),
  }
}

const loadLines = async (db: Db, cart_ids: readonly number[]) =>
  Map.groupBy(
    await db
      .selectFrom('cart_items as i')
      .innerJoin('carts as c', 'c.id', 'i.cart_id')
      .innerJoin('clips as l', 'l.id', 'i.clip_id')
      .where('i.cart_id', 'in', cart_ids)
      .orderBy('i.id')
      .select(['i.cart_id', 'i.clip_id', 'l.name as clip_name', 'i.format_id', 'i.org_type', 'i.end_client_size'])
      .select(['i.distribution_ids', 'i.agreed_price_cents', 'i.seen_price_cents', isOffered.as('is_offered')])
      .$narrowType<{ org_type: OrgType }>()
      .execute(),
    line => line.cart_id,
  )
