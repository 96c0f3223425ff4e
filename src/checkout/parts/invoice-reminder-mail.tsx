/** The mail that an invoice must be paid: before its due date, on it, and after it. */
import { Link, Text } from 'react-email'

import { formatLongDate } from '#orders/dates.ts'
import { GRACE_DAYS } from '#orders/due.ts'
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  mailStyles as styles,
  MailText,
} from '#platform/mail/mail-layout.tsx'
import { useCompany } from '#platform/settings/company-context.ts'
import type { Company } from '#platform/settings/company.ts'

type InvoiceReminderMailProps = {
  number: string
  workspace: string
  /** For example "$426.86". */
  total: string
  /** ISO timestamp. */
  due_at: string
  /** Days since the due date; negative before it. */
  days: number
  /** Whether the grace period is over. */
  is_closed: boolean
  /** URLs of the payment page and of the order's page. */
  pay_at: string
  /** URL of the payment page that needs no account. */
  link: string
  order_at: string
  /** URL of the recipient's mail preferences. */
  preferences: string
}

const formatTitle = (days: number, day: string): string => {
  if (days < 0) return `Due on ${day}.`
  if (days === 0) return 'Due today.'
  return days === 1 ? 'One day overdue.' : `${days} days overdue.`
}

const formatWarning = ({ days, is_closed }: Pick<InvoiceReminderMailProps, 'days' | 'is_closed'>): string => {
  if (days <= 0) return ''
  return is_closed
    ? `The ${GRACE_DAYS} days after its day are over, so the downloads of this order are closed and your workspace cannot buy on account. Both open again as soon as it is paid.`
    : `When it is more than ${GRACE_DAYS} days overdue, the downloads of this order close and your workspace can no longer buy on account, until it is paid.`
}

const InvoiceReminderMail = ({
  number,
  workspace,
  total,
  due_at,
  days,
  is_closed,
  ...urls
}: InvoiceReminderMailProps) => {
  const { pay_at, link, order_at, preferences } = urls
  const { email } = useCompany()
  const day = formatLongDate(due_at)
  const warning = formatWarning({ days, is_closed })
  return (
    <MailLayout
      preview={`Invoice ${number} of ${total}, due on ${day}`}
      title={formatTitle(days, day)}
      preferences={preferences}
    >
      <MailText>
        Invoice {number} of {total} for {workspace} {days > 0 ? 'was' : 'is'} due on {day}. Log in and pay it by card,
        PayPal or bank account here. For a bank transfer, write to {email}.
      </MailText>
      {warning && <MailText>{warning}</MailText>}
      <MailButton to={pay_at}>Pay the invoice</MailButton>
      <Text style={styles.soft}>
        Somebody else pays? Forward this mail: with{' '}
        <Link href={link} style={styles.link}>
          this link
        </Link>{' '}
        the invoice can be paid by card without an account.
      </Text>
      <Text style={styles.soft}>
        <Link href={order_at} style={styles.link}>
          The order’s page
        </Link>{' '}
        has everything that was licensed with the attached invoice. If you have paid already, thank you: a transfer can
        take a few days to reach us.
      </Text>
    </MailLayout>
  )
}

const formatSubject = ({ name }: Company, { number, days, due_at }: InvoiceReminderMailProps): string => {
  if (days < 0) return `Your ${name} invoice ${number} is due on ${formatLongDate(due_at)}`
  if (days === 0) return `Your ${name} invoice ${number} is due today`
  return `Your ${name} invoice ${number} is ${days === 1 ? 'one day' : `${days} days`} overdue`
}

/** Returns the mail's subject, HTML and plain text. */
export const invoiceReminderMail =
  (props: InvoiceReminderMailProps): MailContent =>
  company =>
    renderMail(company, formatSubject(company, props), <InvoiceReminderMail {...props} />)
