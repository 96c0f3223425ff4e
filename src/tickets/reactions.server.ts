import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { mailTicketReceipt, mailTicketToStaff } from './mails.server.ts'

export const ticketsReactions = (deps: Deps): Reaction[] => [
  reaction('tickets.mail-to-staff', 'ticket.opened', ({ ticket_id }) => mailTicketToStaff(deps, ticket_id)),
  reaction('tickets.mail-receipt', 'ticket.opened', ({ ticket_id }) => mailTicketReceipt(deps, ticket_id)),
]
