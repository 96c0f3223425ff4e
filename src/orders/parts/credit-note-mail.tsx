/** The mail about a credit note: a refund, a canceled invoice, or a payment that the buyer's bank took back. */
import { type MailContent, renderMail, MailButton, MailLayout, MailText } from '#platform/mail/mail-layout.tsx'
import { useCompany } from '#platform/settings/company-context.ts'
import type { Company } from '#platform/settings/company.ts'

type CreditNoteMailProps = {
  /** The numbers of the order and of the credit note. */
  order: string
  number: string
  /** For example "$426.86". */
  total: string
  /** 0 when the bank took a part of the payment that belongs to no clip. */
  clips_count: number
  /** For example "Visa ending in 1111"; empty when nothing was paid. */
  refunded_to: string
  /** `cancellation` when the invoice was never paid. */
  why: 'refund' | 'cancellation' | 'dispute'
  /** URL of the order's page. */
  address: string
  /** URL of the buyer's mail preferences. */
  preferences: string
}

const formatClipCount = ({ clips_count }: CreditNoteMailProps) =>
  clips_count === 1 ? 'one clip' : `${clips_count} clips`

const texts = {
  refund: {
    subject: ({ name }: Company, { total, order }: CreditNoteMailProps) =>
      `Your ${name} refund of ${total} for order ${order}`,
    preview: ({ total, order }: CreditNoteMailProps) => `${total} of order ${order} is refunded to you`,
    title: 'Your refund is on its way.',
    text: (props: CreditNoteMailProps) =>
      `We have refunded ${props.total} for ${formatClipCount(props)} of order ${props.order}${props.refunded_to && ` (${props.refunded_to})`}. It takes a few days to arrive. The licenses of the refunded clips have ended. Credit note ${props.number} is attached, and on the order’s page.`,
  },
  cancellation: {
    subject: ({ name }: Company, { order }: CreditNoteMailProps) => `Your ${name} invoice ${order} is cancelled`,
    preview: ({ order }: CreditNoteMailProps) => `Invoice ${order} is cancelled`,
    title: 'Your invoice is cancelled.',
    text: (props: CreditNoteMailProps) =>
      `Nothing is owed for order ${props.order} anymore. The attached credit note ${props.number} cancels its invoice of ${props.total}, and the licenses of ${formatClipCount(props)} have ended.`,
  },
  dispute: {
    subject: ({ name }: Company, { total, order }: CreditNoteMailProps) =>
      `Your bank took back ${total} of ${name} order ${order}`,
    preview: ({ total, order }: CreditNoteMailProps) => `Your bank took back ${total} of order ${order}`,
    title: 'Your bank took the payment back.',
    text: (props: CreditNoteMailProps, { email }: Company) =>
      `In a dispute your bank has taken back ${props.total} that you paid for order ${props.order}. ${
        props.clips_count === 0
          ? 'That is a part of the payment: until we have spoken with you, the licenses of the order are on hold.'
          : `The licenses of ${formatClipCount(props)} have ended.`
      } Credit note ${props.number} is attached, and on the order’s page. If this was a mistake, please write to ${email}.`,
  },
} as const

const CreditNoteMail = (props: CreditNoteMailProps) => {
  const { preview, title, text } = texts[props.why]
  const company = useCompany()
  return (
    <MailLayout preview={preview(props)} title={title} preferences={props.preferences}>
      <MailText>{text(props, company)}</MailText>
      <MailButton to={props.address}>Open the order</MailButton>
    </MailLayout>
  )
}

/** Returns the mail's subject, HTML and plain text. */
export const creditNoteMail =
  (props: CreditNoteMailProps): MailContent =>
  company =>
    renderMail(company, texts[props.why].subject(company, props), <CreditNoteMail {...props} />)
