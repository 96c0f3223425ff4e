/** What our people do with a ticket. */
import { lockBoard } from '#boards/boards.server.ts'
import { countClips, deliverBoard } from '#boards/deliver.server.ts'
import { shareBoard } from '#boards/share.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { addReply, assignTicket, lockTicket, repliesOf, setTicketState } from '#tickets/inbox.server.ts'
import type { Ticket } from '#tickets/tickets.server.ts'
import { isStaff } from '#workspaces/policy.ts'

type Wish = {
  ticket_id: number
  message: string
  board_id: number | null
  last_reply_id: number | null
  close: boolean
}
type Origin = Parameters<typeof shareBoard>[3]

/** Keeps the reply, and delivers its board. Throws 404 for no ticket or board, 409 for a closed ticket and for one that a colleague answered meanwhile. */
export const reply = async (trx: Trx, staff: Member, wish: Wish, origin: Origin, now: Date): Promise<void> => {
  const { ticket_id, message, board_id, last_reply_id, close } = wish
  const ticket = await lockTicket(trx, ticket_id)
  if (ticket.state === 'closed') throw refuse(409, 'This ticket is closed. Reopen it to answer.')
  const newest = (await repliesOf(trx, ticket_id)).at(-1)?.id ?? null
  if (newest !== last_reply_id)
    throw refuse(409, 'This ticket was answered meanwhile. Read that first; what you wrote is still here.')
  const delivered_board_id = board_id === null ? null : await deliver(trx, staff, { board_id, ticket, origin, now })
  const deed = { ticket_id, staff_user_id: staff.user_id, now }
  await addReply(trx, deed, ticket, { message, board_id, delivered_board_id })
  if (close) await setTicketState(trx, deed, 'closed')
}

type Delivery = { board_id: number; ticket: Ticket; origin: Origin; now: Date }

/** Puts a copy among the boards of whoever has an account, and answers its id; where that cannot be, opens the board by its link. */
const deliver = async (
  trx: Trx,
  staff: Member,
  { board_id, ticket, origin, now }: Delivery,
): Promise<number | null> => {
  const board = await lockBoard(trx, staff, board_id)
  const { all, on_sale } = await countClips(trx, board_id)
  if (on_sale === 0)
    throw refuse.fields({
      board_id: [all === 0 ? 'There is nothing on this board yet.' : 'No clip of this board is on sale.'],
    })
  const copy = await deliverBoard(trx, board, ticket, now)
  if (copy === null) await shareBoard(trx, staff, board_id, origin, now)
  return copy
}

/** Throws 422 for somebody who is not one of us; whoever was and still has the ticket keeps it. */
export const giveTo = async (trx: Trx, staff: Member, ticket_id: number, user_id: number | null, now: Date) => {
  const { assigned_to } = await lockTicket(trx, ticket_id)
  if (assigned_to === user_id) return
  if (user_id !== null) {
    const roles = await trx.selectFrom('users').where('id', '=', user_id).select('platform_roles').executeTakeFirst()
    if (!roles || !isStaff(roles.platform_roles)) throw refuse.fields({ user_id: ['Choose one of us.'] })
  }
  await assignTicket(trx, { ticket_id, staff_user_id: staff.user_id, now }, user_id)
}
