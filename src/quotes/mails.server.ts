import { workspaceRoles } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { canPurchase } from '#workspaces/policy.ts'

import { quoteRow, withSums } from './show.server.ts'

const factsOf = (db: Db, quote_id: number) =>
  withSums(db)
    .innerJoin('workspaces as w', 'w.id', 'q.workspace_id')
    .where('q.id', '=', quote_id)
    .select('w.name as workspace')
    .executeTakeFirst()

type Sent = { quote_id: number; version: number; user_id: number }

/** Tells somebody of a quote; nothing when a newer version came, it ended, or they do not buy there any more. */
export const mailQuote = async ({ db, clock, config, mail }: Deps, { quote_id, version, user_id }: Sent) => {
  const facts = await factsOf(db, quote_id)
  if (!facts || facts.workspace_id === null || facts.version !== version) return
  const quote = quoteRow(facts, clock.now())
  if (quote.state !== 'open') return
  const reader = await db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.workspace_id', '=', facts.workspace_id)
    .where('m.user_id', '=', user_id)
    .where('m.role', 'in', workspaceRoles.filter(canPurchase))
    .select('u.email')
    .executeTakeFirst()
  if (!reader) return
  const { quoteMail } = await import('./parts/quote-mails.tsx')
  const address = `${config.public_url}/workspace/quotes/${quote.number}`
  await mail.send({ to: reader.email, ...(await quoteMail({ quote, workspace: facts.workspace, address })) })
}

/** Tells the sales team why. */
export const mailDeclined = async ({ db, clock, mail }: Deps, quote_id: number) => {
  const facts = await factsOf(db, quote_id)
  if (facts?.state !== 'declined') return
  const { declinedMail } = await import('./parts/quote-mails.tsx')
  const { workspace, reason } = facts
  const quote = quoteRow(facts, clock.now())
  await mail.send({ to: brand.email, ...(await declinedMail({ quote, workspace, reason })) })
}
