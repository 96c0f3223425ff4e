/** Quotes that wait for an answer, for the digest of those who buy. */
import { digestPart } from '#notifications/digest/part.ts'
import { countOf } from '#notifications/digest/words.ts'
import { workspaceRoles } from '#platform/actor.ts'
import { canPurchase } from '#workspaces/policy.ts'

import { longDay } from './dates.ts'
import { quoteRow, withSums } from './show.server.ts'

export const quotesDigest = digestPart<'quote.waits'>({
  kinds: ['quote.waits'],
  section: async ({ db, clock }, { user_id }, items) => {
    const sent = new Map(items.map(({ about }) => [about.quote_id, about.version]))
    const quotes = await withSums(db)
      .innerJoin('workspaces as w', 'w.id', 'q.workspace_id')
      .innerJoin('workspace_members as m', 'm.workspace_id', 'q.workspace_id')
      .where('q.id', 'in', [...sent.keys()])
      .where('m.user_id', '=', user_id)
      .where('m.role', 'in', workspaceRoles.filter(canPurchase))
      .orderBy('v.expires_at')
      .orderBy('q.id')
      .select('w.name as workspace')
      .execute()
    const now = clock.now()
    const waiting = quotes
      .filter(({ id, version }) => sent.get(id) === version)
      .map(({ workspace, ...quote }) => ({ workspace, ...quoteRow(quote, now) }))
      .filter(({ state }) => state === 'open')
    return {
      title: 'Quotes that wait',
      headline: waiting.length === 1 ? '1 quote waits' : `${waiting.length} quotes wait`,
      lines: waiting.map(({ number, workspace, clips_count, total, expires_at }) => ({
        name: `Quote ${number}`,
        note: `${countOf(clips_count, 'clip')} for ${workspace}, ${total.formatted} before tax. The price is held until ${longDay(expires_at)}.`,
        to: `/workspace/quotes/${number}`,
      })),
      all: { to: '/workspace/orders', text: 'Open orders and quotes' },
    }
  },
})
