import { boardPath } from '#boards/paths.ts'
import { linkOf } from '#boards/share.server.ts'
import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { replyOf, type Reply } from '#tickets/inbox.server.ts'
import { sendOnce } from '#tickets/mails.server.ts'
import type { Ticket } from '#tickets/tickets.server.ts'

import type { MailedBoard } from './parts/reply-mail.tsx'

/** Lazily, as all mails: their frame is large. */
export const drawReply = async (
  ticket: Ticket,
  { message }: Pick<Reply, 'message'>,
  board: MailedBoard | undefined,
) => {
  const { replyMail } = await import('./parts/reply-mail.tsx')
  return replyMail(ticket, message, board)
}

/** Sends a reply once; throws when it must be tried again. */
export const mailReply = async (deps: Deps, reply_id: number): Promise<void> => {
  const reply = await replyOf(deps.db, reply_id)
  if (!reply) return
  await sendOnce(deps, reply.ticket_id, `reply:${reply_id}`, async ticket => {
    const mail = await drawReply(ticket, reply, await boardOf(deps, reply))
    return { to: ticket.email, reply_to: brand.email, ...mail }
  })
}

/** Where the reader finds the board: among their own, or by its link; nowhere once it is gone. */
const boardOf = async ({ db, clock, config, secret }: Deps, reply: Reply): Promise<MailedBoard | undefined> => {
  const { board_id, delivered_board_id } = reply
  const { public_url } = config
  const nameOf = (id: number) =>
    db.selectFrom('boards').where('id', '=', id).where('deleted_at', 'is', null).select('name').executeTakeFirst()
  const own = delivered_board_id === null ? undefined : await nameOf(delivered_board_id)
  if (delivered_board_id !== null && own)
    return { ...own, address: public_url + boardPath({ id: delivered_board_id, ...own }), is_own: true }
  const ours = board_id === null ? undefined : await nameOf(board_id)
  const address = board_id === null ? undefined : await linkOf(db, board_id, { secret, public_url }, clock.now())
  return ours && address !== undefined ? { ...ours, address, is_own: false } : undefined
}
