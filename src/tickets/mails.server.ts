import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import type { Mail } from '#platform/mail/mail.server.ts'

import { getTicket, type Ticket } from './tickets.server.ts'

/** The claim of a worker that died expires after this time; then another may send the mail (decision 6). */
const CLAIM_TIMEOUT_MS = 300_000

/** The values of `ticket_mails.kind`. */
export type TicketMailKind = 'staff' | 'receipt' | `reply:${number}`

/** Mails a ticket to staff, with the sender as reply-to. Sends once; throws if it has to be retried. */
export const mailTicketToStaff = (deps: Deps, ticket_id: number): Promise<void> =>
  sendOnce(deps, ticket_id, 'staff', async ticket => {
    const { staffTicketMail } = await import('./parts/ticket-mails.tsx')
    return { to: deps.settings.company().email, reply_to: ticket.email, content: staffTicketMail(ticket) }
  })

/** Mails a receipt to the sender, without any text of theirs. Sends once; throws if it has to be retried. */
export const mailTicketReceipt = (deps: Deps, ticket_id: number): Promise<void> =>
  sendOnce(deps, ticket_id, 'receipt', async ticket => {
    const { receiptMail } = await import('./parts/ticket-mails.tsx')
    return { to: ticket.email, content: receiptMail(ticket, deps.config.public_url) }
  })

/** Renders the mails to staff and to the sender again, as they were sent. */
export const renderTicketMails = async ({ config, settings }: Pick<Deps, 'config' | 'settings'>, ticket: Ticket) => {
  const { receiptMail, staffTicketMail } = await import('./parts/ticket-mails.tsx')
  const company = settings.company()
  return [
    { kind: 'staff' as const, to: company.email, ...(await staffTicketMail(ticket)(company)) },
    { kind: 'receipt' as const, to: ticket.email, ...(await receiptMail(ticket, config.public_url)(company)) },
  ]
}

/** Returns when each mail of a ticket was sent, by its kind. */
export const listSentMails = async (db: Db, ticket_id: number): Promise<Map<string, Date>> => {
  const rows = await db.selectFrom('ticket_mails').where('ticket_id', '=', ticket_id).selectAll().execute()
  return new Map(rows.flatMap(({ kind, sent_at }) => (sent_at ? [[kind, sent_at] as const] : [])))
}

/** Sends each kind of a ticket's mail once (decision 6). Throws if it has to be retried. */
export const sendOnce = async (
  { db, clock, mail }: Deps,
  ticket_id: number,
  kind: TicketMailKind,
  render: (ticket: Ticket) => Promise<Mail>,
): Promise<void> => {
  if (!(await claimMail(db, ticket_id, kind, clock.now()))) return
  try {
    await mail.send(await render(await getTicket(db, ticket_id)))
  } catch (error) {
    await releaseClaim(db, ticket_id, kind)
    throw error
  }
  await db
    .updateTable('ticket_mails')
    .set({ sent_at: clock.now() })
    .where('ticket_id', '=', ticket_id)
    .where('kind', '=', kind)
    .execute()
}

const releaseClaim = (db: Db, ticket_id: number, kind: TicketMailKind) =>
  db
    .deleteFrom('ticket_mails')
    .where('ticket_id', '=', ticket_id)
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .execute()

/** Returns true to send the mail, false if it was sent. Throws while another worker is sending it. */
const claimMail = async (db: Db, ticket_id: number, kind: TicketMailKind, now: Date): Promise<boolean> => {
  const claimed = await db
    .insertInto('ticket_mails')
    .values({ ticket_id, kind, claimed_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['ticket_id', 'kind'])
        .doUpdateSet({ claimed_at: now })
        .where('ticket_mails.sent_at', 'is', null)
        .where('ticket_mails.claimed_at', '<', new Date(now.getTime() - CLAIM_TIMEOUT_MS)),
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
