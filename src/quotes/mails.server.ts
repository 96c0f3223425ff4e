import { workspaceRoles } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { canPurchase } from '#workspaces/policy.ts'

import { toQuoteListItem, selectQuotesWithTotals } from './show.server.ts'

const loadQuoteFacts = (db: Db, quote_id: number) =>
  selectQuotesWithTotals(db)
    .innerJoin('workspaces as w', 'w.id', 'q.workspace_id')
    .where('q.id', '=', quote_id)
    .select('w.name as workspace')
    .executeTakeFirst()

type QuoteMailInput = { quote_id: number; version: number; user_id: number }

/** Mails a member about a quote. Sends nothing if there is a newer version, it ended, or they may no longer buy. */
export const mailQuote = async ({ db, clock, config, mail }: Deps, { quote_id, version, user_id }: QuoteMailInput) => {
  const data = await loadQuoteFacts(db, quote_id)
  if (!data || data.workspace_id === null || data.version !== version) return
  const quote = toQuoteListItem(data, clock.now())
  if (quote.state !== 'open') return
  const member = await db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.workspace_id', '=', data.workspace_id)
    .where('m.user_id', '=', user_id)
    .where('m.role', 'in', workspaceRoles.filter(canPurchase))
    .select('u.email')
    .executeTakeFirst()
  if (!member) return
  const { quoteMail } = await import('./parts/quote-mails.tsx')
  const url = `${config.public_url}/workspace/quotes/${quote.number}`
  await mail.send({ to: member.email, content: quoteMail({ quote, workspace: data.workspace, address: url }) })
}

/** Mails the sales team why a quote was declined. */
export const mailDeclined = async ({ db, clock, mail, settings }: Deps, quote_id: number) => {
  const data = await loadQuoteFacts(db, quote_id)
  if (data?.state !== 'declined') return
  const { declinedMail } = await import('./parts/quote-mails.tsx')
  const { workspace, reason } = data
  const quote = toQuoteListItem(data, clock.now())
  await mail.send({ to: settings.company().email, content: declinedMail({ quote, workspace, reason }) })
}
