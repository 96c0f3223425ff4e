/** Seeds support tickets. */
import type { TicketKind } from '../../src/tickets/kinds.ts'
import { openTicket } from '../../src/tickets/tickets.server.ts'
import type { TestApp } from '../app.ts'

type TicketOptions = { kind?: TicketKind; name?: string; email?: string; message?: string }
type TestTicketSender = { user_id: number | null; workspace_id: number | null }

/** Returns the ticket's id. */
export const seedTicket = async (
  { db, clock }: TestApp,
  {
    kind = 'footage_research',
    name = 'Dana Reyes',
    email = 'dana@example.com',
    message = 'A harbor at night.',
  }: TicketOptions = {},
  sender: TestTicketSender = { user_id: null, workspace_id: null },
): Promise<number> => {
  const ticket = { kind, topic: kind, name, email, message, details: { Project: 'Tidal' } }
  const { reference } = await db.transaction().execute(trx => openTicket(trx, ticket, sender, clock.now()))
  const { id } = await db
    .selectFrom('tickets')
    .where('reference', '=', reference)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}
