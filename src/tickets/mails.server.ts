import { brand } from '#platform/brand.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import type { Mail } from '#platform/mail.server.ts'

import { ticketOf, type Ticket } from './tickets.server.ts'

/** Whoever claimed a mail and vanished gets this long; then another may send it (decision 54). */
const claim_ms = 300_000

/** As `ticket_mails` has it. */
export type TicketMailKind = 'staff' | 'receipt' | `reply:${number}`

/** To our people, with the sender as the one to answer. Sends once; throws when it must be tried again. */
export const mailTicketToStaff = (deps: Deps, ticket_id: number): Promise<void> =>
  sendOnce(deps, ticket_id, 'staff', async ticket => {
    const { staffTicketMail } = await import('./parts/ticket-mails.tsx')
    return { to: brand.email, reply_to: ticket.email, ...(await staffTicketMail(ticket)) }
  })

/** To the sender, without a word that the sender wrote (decision 125). Sends once; throws when it must be tried again. */
export const mailTicketReceipt = (deps: Deps, ticket_id: number): Promise<void> =>
  sendOnce(deps, ticket_id, 'receipt', async ticket => {
    const { receiptMail } = await import('./parts/ticket-mails.tsx')
    return { to: ticket.email, ...(await receiptMail(ticket, deps.config.public_url)) }
  })

/** What the sender was told, and we of them: as it was sent, drawn again. */
export const ownMailsOf = async ({ config }: Pick<Deps, 'config'>, ticket: Ticket) => {
  const { receiptMail, staffTicketMail } = await import('./parts/ticket-mails.tsx')
  return [
    { kind: 'staff' as const, to: brand.email, ...(await staffTicketMail(ticket)) },
    { kind: 'receipt' as const, to: ticket.email, ...(await receiptMail(ticket, config.public_url)) },
  ]
}

/** When each mail of a ticket went out. */
export const sentMailsOf = async (db: Db, ticket_id: number): Promise<Map<string, Date>> => {
  const rows = await db.selectFrom('ticket_mails').where('ticket_id', '=', ticket_id).selectAll().execute()
  return new Map(rows.flatMap(({ kind, sent_at }) => (sent_at ? [[kind, sent_at] as const] : [])))
}

/** Each kind of a ticket's mail goes out once (decision 54). Throws when it must be tried again. */
export const sendOnce = async (
  { db, clock, mail }: Deps,
  ticket_id: number,
  kind: TicketMailKind,
  write: (ticket: Ticket) => Promise<Mail>,
): Promise<void> => {
  if (!(await claim(db, ticket_id, kind, clock.now()))) return
  try {
    await mail.send(await write(await ticketOf(db, ticket_id)))
  } catch (error) {
    await forgetClaim(db, ticket_id, kind)
    throw error
  }
  await db
    .updateTable('ticket_mails')
    .set({ sent_at: clock.now() })
    .where('ticket_id', '=', ticket_id)
    .where('kind', '=', kind)
    .execute()
}

const forgetClaim = (db: Db, ticket_id: number, kind: TicketMailKind) =>
  db
    .deleteFrom('ticket_mails')
    .where('ticket_id', '=', ticket_id)
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .execute()

/** true: send it. false: it went out. Throws while somebody else is at it. */
const claim = async (db: Db, ticket_id: number, kind: TicketMailKind, now: Date): Promise<boolean> => {
  const claimed = await db
    .insertInto('ticket_mails')
    .values({ ticket_id, kind, claimed_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['ticket_id', 'kind'])
        .doUpdateSet({ claimed_at: now })
        .where('ticket_mails.sent_at', 'is', null)
        .where('ticket_mails.claimed_at', '<', new Date(now.getTime() - claim_ms)),
    )
    .returning('ticket_id')
    .executeTakeFirst()
  if (claimed) return true
  const { sent_at } = await db
    .selectFrom('ticket_mails')
    .where('ticket_id', '=', ticket_id)
    .where('kind', '=', kind)
    .select('sent_at')
    .executeTakeFirstOrThrow()
  if (sent_at) return false
  throw new Error(`The ${kind} mail of ticket ${ticket_id} is being sent by another worker.`)
}
