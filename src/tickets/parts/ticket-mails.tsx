/** The mails of a ticket. */
import { Hr, Text } from 'react-email'

import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  mailStyles,
  MailText,
} from '#platform/mail/mail-layout.tsx'

import { formatDay } from '../business-days.ts'
import { ticketKinds } from '../kinds.ts'
import type { Ticket } from '../tickets.server.ts'

/** The whole ticket, for staff. */
export const staffTicketMail = (ticket: Ticket): MailContent => {
  const { reference, kind, name, email, message, details, due_at, user_id } = ticket
  const day = formatDay(due_at)
  const account = user_id === null ? 'not signed in' : `account ${user_id}`
  return company =>
    renderMail(
      company,
      `[${reference}] ${ticketKinds[kind]} by ${day}`,
      <MailLayout title={`${ticketKinds[kind]} ${reference}`} preview={message.slice(0, 120)}>
        <MailText>{`${name}, ${email}, ${account}. To be answered by ${day}.`}</MailText>
        {Object.entries(details).map(([label, value]) => (
          <MailNote key={label}>{`${label}: ${value}`}</MailNote>
        ))}
        <Hr style={mailStyles.rule} />
        <Text style={{ ...mailStyles.text, whiteSpace: 'pre-wrap' }}>{message}</Text>
      </MailLayout>,
    )
}

/** Confirms a ticket without any text of the sender, because the email may be someone else's. */
export const receiptMail = ({ reference, kind, due_at }: Ticket, public_url: string): MailContent => {
  const day = formatDay(due_at)
  const isResearch = kind === 'footage_research'
  return company =>
    renderMail(
      company,
      isResearch ? `We are looking for your footage (${reference})` : `We have your message (${reference})`,
      <MailLayout
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
      </MailLayout>,
    )
}
