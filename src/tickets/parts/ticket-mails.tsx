/** The two mails of a ticket. */
import { Hr, Text } from 'react-email'

import { drawMail, MailButton, MailFrame, MailNote, mailStyles, MailText } from '#platform/mail-frame.tsx'

import { dayInWords } from '../business-days.ts'
import { ticketKinds } from '../kinds.ts'
import type { Ticket } from '../tickets.server.ts'

/** Everything that was asked, for our people. */
export const staffTicketMail = (ticket: Ticket) => {
  const { reference, kind, name, email, message, details, due_at, user_id } = ticket
  const day = dayInWords(due_at)
  const account = user_id === null ? 'not signed in' : `account ${user_id}`
  return drawMail(
    `[${reference}] ${ticketKinds[kind]} by ${day}`,
    <MailFrame title={`${ticketKinds[kind]} ${reference}`} preview={message.slice(0, 120)}>
      <MailText>{`${name}, ${email}, ${account}. To be answered by ${day}.`}</MailText>
      {Object.entries(details).map(([label, value]) => (
        <MailNote key={label}>{`${label}: ${value}`}</MailNote>
      ))}
      <Hr style={mailStyles.rule} />
      <Text style={{ ...mailStyles.text, whiteSpace: 'pre-wrap' }}>{message}</Text>
    </MailFrame>,
  )
}

/** That it arrived and what happens now, and nothing that a stranger could have written to somebody else (decision 125). */
export const receiptMail = ({ reference, kind, due_at }: Ticket, public_url: string) => {
  const day = dayInWords(due_at)
  const isResearch = kind === 'footage_research'
  return drawMail(
    isResearch ? `We are looking for your footage (${reference})` : `We have your message (${reference})`,
    <MailFrame
      title={isResearch ? 'We are looking for your footage.' : 'We have your message.'}
      preview={`Reference ${reference}, answered by ${day}`}
    >
      <MailText>
        {isResearch
          ? `Our researchers have your request. What they find is delivered to your account within 1 business day: by ${day}.`
          : `Thank you for writing. A person reads it and answers within 1 business day: by ${day}.`}
      </MailText>
      <MailText>{`Your reference is ${reference}. Answer this mail to add to it.`}</MailText>
      <MailButton to={`${public_url}${isResearch ? '/clips' : '/faq'}`}>
        {isResearch ? 'Browse meanwhile' : 'Frequent questions'}
      </MailButton>
      <MailNote>
        If you did not write to us, somebody mistyped their email. You need not do anything; nothing else will come.
      </MailNote>
    </MailFrame>,
  )
}
