/** What one of our people answers. */
import { Text } from 'react-email'

import { drawMail, MailButton, MailFrame, MailNote, mailStyles, MailText } from '#platform/mail-frame.tsx'
import type { Ticket } from '#tickets/tickets.server.ts'

/** A board as a mail leads to it: the reader's own, or ours by its link. */
export type MailedBoard = { name: string; address: string; is_own: boolean }

export const replyMail = ({ reference, kind }: Ticket, message: string, board: MailedBoard | undefined) => {
  const title = board && kind === 'footage_research' ? 'We found your footage.' : 'Our answer.'
  return drawMail(
    `${title.slice(0, -1)} (${reference})`,
    <MailFrame title={title} preview={message.replaceAll(/\s+/g, ' ').slice(0, 120)}>
      <Text style={{ ...mailStyles.text, whiteSpace: 'pre-wrap' }}>{message}</Text>
      {board && (
        <>
          <MailText>
            {board.is_own
              ? `The board “${board.name}” is among your own now: change it, share it, license from it.`
              : `The board “${board.name}” opens by this link for 90 days. Whoever has the link can look.`}
          </MailText>
          <MailButton to={board.address}>Open the board</MailButton>
        </>
      )}
      <MailNote>{`Your reference is ${reference}. Answer this mail to go on.`}</MailNote>
    </MailFrame>,
  )
}
