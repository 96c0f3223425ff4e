/** The mail with a staff member's reply. */
import { Text } from 'react-email'

import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  mailStyles,
  MailText,
} from '#platform/mail/mail-layout.tsx'

import type { Ticket } from '../../tickets.server.ts'

/** A board that a mail links to: the reader's own copy, or ours by its link. */
export type MailedBoard = { name: string; address: string; is_own: boolean }

export const replyMail = (
  { reference, kind }: Ticket,
  message: string,
  board: MailedBoard | undefined,
): MailContent => {
  const title = board && kind === 'footage_research' ? 'We found your footage.' : 'Our answer.'
  return company =>
    renderMail(
      company,
      `${title.slice(0, -1)} (${reference})`,
      <MailLayout title={title} preview={message.replaceAll(/\s+/g, ' ').slice(0, 120)}>
        <Text style={{ ...mailStyles.text, whiteSpace: 'pre-wrap' }}>{message}</Text>
        {board && (
          <>
            <MailText>
              {board.is_own
                ? `The board “${board.name}” is now one of your boards. You can change it, share it and license its clips.`
                : `The board “${board.name}” can be opened with this link for 90 days by anyone who has it.`}
            </MailText>
            <MailButton to={board.address}>Open the board</MailButton>
          </>
        )}
        <MailNote>{`Your reference is ${reference}. Reply to this mail to continue.`}</MailNote>
      </MailLayout>,
    )
}
