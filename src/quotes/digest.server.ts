/** Open quotes, for the digest of members who may buy. */
import { defineDigestPart } from '#notifications/digest/part.ts'
import { formatCount } from '#notifications/digest/text.ts'
import { workspaceRoles } from '#platform/actor.ts'
import { canPurchase } from '#workspaces/policy.ts'

import { formatLongDay } from './dates.ts'
import { toQuoteListItem, selectQuotesWithTotals } from './show.server.ts'

export const quotesDigest = defineDigestPart<'quote.pending'>({
  kinds: ['quote.pending'],
  section: async ({ db, clock }, { user_id }, items) => {
    const notifiedVersions = new Map(items.map(({ payload }) => [payload.quote_id, payload.version]))
    const quotes = await selectQuotesWithTotals(db)
      .innerJoin('workspaces as w', 'w.id', 'q.workspace_id')
      .innerJoin('workspace_members as m', 'm.workspace_id', 'q.workspace_id')
      .where('q.id', 'in', [...notifiedVersions.keys()])
      .where('m.user_id', '=', user_id)
      .where('m.role', 'in', workspaceRoles.filter(canPurchase))
      .orderBy('v.expires_at')
      .orderBy('q.id')
      .select('w.name as workspace')
      .execute()
    const now = clock.now()
    const openQuotes = quotes
      .filter(({ id, version }) => notifiedVersions.get(id) === version)
      .map(({ workspace, ...quote }) => ({ workspace, ...toQuoteListItem(quote, now) }))
      .filter(({ state }) => state === 'open')
    return {
      title: 'Open quotes',
      headline:
        openQuotes.length === 1 ? 'you have a quote to review' : `you have ${openQuotes.length} quotes to review`,
      lines: openQuotes.map(({ number, workspace, clips_count, total, expires_at }) => ({
        name: `Quote ${number}`,
        note: `${formatCount(clips_count, 'clip')} for ${workspace}, ${total.formatted} before tax. The price is held until ${formatLongDay(expires_at)}.`,
        to: `/workspace/quotes/${number}`,
      })),
      all: { to: '/workspace/orders', text: 'Open orders and quotes' },
    }
  },
})
