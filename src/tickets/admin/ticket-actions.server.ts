/** The actions of staff on a ticket. */
import { lockBoard } from '#boards/boards.server.ts'
import { countClips, deliverBoard } from '#boards/deliver.server.ts'
import { shareBoard } from '#boards/share.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { isStaff } from '#workspaces/policy.ts'

import { addReply, assignTicket, lockTicket, listReplies, setTicketState } from '../inbox.server.ts'
import type { Ticket } from '../tickets.server.ts'

type TicketReplyInput = {
  ticket_id: number
  message: string
  board_id: number | null
  last_reply_id: number | null
  close: boolean
}
type Origin = Parameters<typeof shareBoard>[3]

/**
 * Saves a reply and delivers its board. Throws 404 for an unknown ticket or board, 409 for a closed ticket or when a
 * colleague has replied meanwhile.
 */
export const replyToTicket = async (
  trx: Trx,
  staff: Member,
  input: TicketReplyInput,
  origin: Origin,
  now: Date,
): Promise<void> => {
  const { ticket_id, message, board_id, last_reply_id, close } = input
  const ticket = await lockTicket(trx, ticket_id)
  if (ticket.state === 'closed') throw refuse(409, 'This ticket is closed. Reopen it to answer.')
  const newest = (await listReplies(trx, ticket_id)).at(-1)?.id ?? null
  if (newest !== last_reply_id)
    throw refuse(409, 'A colleague has replied meanwhile. Read that reply first. Your text is still here.')
  const delivered_board_id =
    board_id === null ? null : await deliverToSender(trx, staff, { board_id, ticket, origin, now })
  const change = { ticket_id, staff_user_id: staff.user_id, now }
  await addReply(trx, change, ticket, { message, board_id, delivered_board_id })
  if (close) await setTicketState(trx, change, 'closed')
}

type BoardDeliveryInput = { board_id: number; ticket: Ticket; origin: Origin; now: Date }

/**
 * Adds a copy to the sender's boards and returns its id. Where that is impossible, shares the board by link instead.
 */
const deliverToSender = async (
  trx: Trx,
  staff: Member,
  { board_id, ticket, origin, now }: BoardDeliveryInput,
): Promise<number | null> => {
  const board = await lockBoard(trx, staff, board_id)
  const { all, on_sale } = await countClips(trx, board_id)
  if (on_sale === 0)
    throw refuse.fields({
      board_id: [all === 0 ? 'This board is empty.' : 'No clip of this board is for sale.'],
    })
  const copy = await deliverBoard(trx, board, ticket, now)
  if (copy === null) await shareBoard(trx, staff, board_id, origin, now)
  return copy
}

/** Throws 422 for somebody who is not staff. A former staff member who already has the ticket keeps it. */
export const assignToStaff = async (trx: Trx, staff: Member, ticket_id: number, user_id: number | null, now: Date) => {
  const { assigned_to } = await lockTicket(trx, ticket_id)
  if (assigned_to === user_id) return
  if (user_id !== null) {
    const assigneeRoles = await trx
      .selectFrom('users')
      .where('id', '=', user_id)
      .select('platform_roles')
      .executeTakeFirst()
    if (!assigneeRoles || !isStaff(assigneeRoles.platform_roles))
      throw refuse.fields({ user_id: ['Choose a staff member.'] })
  }
  await assignTicket(trx, { ticket_id, staff_user_id: staff.user_id, now }, user_id)
}
