/** The mail that an invoice is to be paid: before its day, on it, and after. */
import { Link, Text } from 'react-email'

import { brand } from '#platform/brand.ts'
import { drawMail, MailButton, MailFrame, mailStyles as styles, MailText } from '#platform/mail-frame.tsx'

import { longDate } from '../dates.ts'
import { grace_days } from '../due.ts'

type Props = {
  number: string
  workspace: string
  /** "$426.86" */
  total: string
  /** ISO moment. */
  due_at: string
  /** Since the due day; negative before. */
  days: number
  /** The grace is over. */
  is_closed: boolean
  /** Where it is paid, and the order's page. */
  pay_at: string
  order_at: string
  /** Where the reader chooses their mails. */
  preferences: string
}

const titleOf = (days: number, day: string): string => {
  if (days < 0) return `Due on ${day}.`
  if (days === 0) return 'Due today.'
  return days === 1 ? 'One day overdue.' : `${days} days overdue.`
}

const closing = ({ days, is_closed }: Pick<Props, 'days' | 'is_closed'>): string => {
  if (days <= 0) return ''
  return is_closed
    ? `The ${grace_days} days after its day are over, so the downloads of this order are closed and your workspace cannot buy on account. Both open again as soon as it is paid.`
    : `When it is more than ${grace_days} days overdue, the downloads of this order close and your workspace can no longer buy on account, until it is paid.`
}

const InvoiceReminder = ({ number, workspace, total, due_at, days, is_closed, ...to }: Props) => {
  const { pay_at, order_at, preferences } = to
  const day = longDate(due_at)
  const warning = closing({ days, is_closed })
  return (
    <MailFrame
      preview={`Invoice ${number} of ${total}, due on ${day}`}
      title={titleOf(days, day)}
      preferences={preferences}
    >
      <MailText>
        Invoice {number} of {total} for {workspace} {days > 0 ? 'was' : 'is'} due on {day}. Log in and pay it by card,
        PayPal or bank account here. For a bank transfer, write to {brand.email}.
      </MailText>
      {warning && <MailText>{warning}</MailText>}
      <MailButton to={pay_at}>Pay the invoice</MailButton>
      <Text style={styles.soft}>
        <Link href={order_at} style={styles.link}>
          The order’s page
        </Link>{' '}
        has the invoice as PDF and everything that was licensed with it. If you have paid already, thank you: a transfer
        can take a few days to reach us.
      </Text>
    </MailFrame>
  )
}

const subjectOf = ({ number, days, due_at }: Props): string => {
  if (days < 0) return `Your ${brand.name} invoice ${number} is due on ${longDate(due_at)}`
  if (days === 0) return `Your ${brand.name} invoice ${number} is due today`
  return `Your ${brand.name} invoice ${number} is ${days === 1 ? 'one day' : `${days} days`} overdue`
}

/** The mail's subject, HTML and plain text. */
export const invoiceReminderMail = (props: Props) => drawMail(subjectOf(props), <InvoiceReminder {...props} />)
