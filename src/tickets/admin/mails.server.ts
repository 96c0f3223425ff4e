import { boardPath } from '#boards/paths.ts'
import { getShareLink } from '#boards/share.server.ts'
import type { Deps } from '#platform/deps.ts'

import { findReply, type TicketReply } from '../inbox.server.ts'
import { sendOnce } from '../mails.server.ts'
import type { Ticket } from '../tickets.server.ts'
import type { MailedBoard } from './parts/reply-mail.tsx'

/** Imports the mail lazily, like all mails, since its layout is large. */
export const replyContent = async (
  ticket: Ticket,
  { message }: Pick<TicketReply, 'message'>,
  board: MailedBoard | undefined,
) => {
  const { replyMail } = await import('./parts/reply-mail.tsx')
  return replyMail(ticket, message, board)
}

/** Sends a reply once. Throws when it has to be retried. */
export const sendReplyMail = async (deps: Deps, reply_id: number): Promise<void> => {
  const reply = await findReply(deps.db, reply_id)
  if (!reply) return
  await sendOnce(deps, reply.ticket_id, `reply:${reply_id}`, async ticket => {
    const content = await replyContent(ticket, reply, await loadMailedBoard(deps, reply))
    return { to: ticket.email, reply_to: deps.settings.company().email, content }
  })
}

/** Returns the board's URL for the reader: their own copy, or the shared link; undefined when it is deleted. */
const loadMailedBoard = async (
  { db, clock, config, secret }: Deps,
  reply: TicketReply,
): Promise<MailedBoard | undefined> => {
  const { board_id, delivered_board_id } = reply
  const { public_url } = config
  const loadName = (id: number) =>
    db.selectFrom('boards').where('id', '=', id).where('deleted_at', 'is', null).select('name').executeTakeFirst()
  const ownBoard = delivered_board_id === null ? undefined : await loadName(delivered_board_id)
  if (delivered_board_id !== null && ownBoard)
    return { ...ownBoard, address: public_url + boardPath({ id: delivered_board_id, ...ownBoard }), is_own: true }
  const sharedBoard = board_id === null ? undefined : await loadName(board_id)
  const address = board_id === null ? undefined : await getShareLink(db, board_id, { secret, public_url }, clock.now())
  return sharedBoard && address !== undefined ? { ...sharedBoard, address, is_own: false } : undefined
}
