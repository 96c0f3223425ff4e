/** Mails to the buyer of an order: returned payments, corrected billing information and credit notes. */
import { type MailContent, renderMail, MailButton, MailLayout, MailText } from '#platform/mail/mail-layout.tsx'
import { useCompany } from '#platform/settings/company-context.ts'
import type { Company } from '#platform/settings/company.ts'

import { RETURNED_DEBIT_TEXT } from '../returned-debit.ts'

type OrderFailedMailProps = {
  number: string
  /** The number of the attached credit note; null for none. */
  credit_note: string | null
  /** URL of the order's page. */
  address: string
  /** URL of the buyer's mail preferences. */
  preferences: string
}

const OrderFailedMail = ({ number, credit_note, address, preferences }: OrderFailedMailProps) => (
  <MailLayout
    preview={`Your bank returned the payment for ${number}. Nothing is owed.`}
    title="Your payment was returned."
    preferences={preferences}
  >
    <MailText>
      Your bank returned the payment for order {number}, so we closed the order and its licenses have ended. You owe
      nothing{credit_note !== null && <>, as the attached credit note {credit_note} says</>}. {RETURNED_DEBIT_TEXT}
    </MailText>
    <MailText>Open the order to add the clips back to your cart, and pay by card or from another account.</MailText>
    <MailButton to={address}>Open the order</MailButton>
  </MailLayout>
)

/** The mail that the payment for a placed order was returned. */
export const orderFailedMail =
  (props: OrderFailedMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `The payment for your ${company.name} order ${props.number} was returned`,
      <OrderFailedMail {...props} />,
    )

type DebitReturnedMailProps = {
  number: string
  total: string
  /** URL of the payment page. */
  address: string
  /** URL of the payer's mail preferences. */
  preferences: string
}

const DebitReturnedMail = ({ number, total, address, preferences }: DebitReturnedMailProps) => (
  <MailLayout
    preview={`Your bank returned the payment for ${number}. The invoice is still open.`}
    title="Your payment was returned."
    preferences={preferences}
  >
    <MailText>
      Your bank returned the payment of {total} for invoice {number}. {RETURNED_DEBIT_TEXT} The invoice is still open,
      and its licenses stay in force.
    </MailText>
    <MailText>Please pay it again, by card or from another account.</MailText>
    <MailButton to={address}>Pay the invoice</MailButton>
  </MailLayout>
)

/** The mail that a bank returned the debit for an order on account, which is still owed. */
export const debitReturnedMail =
  (props: DebitReturnedMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `The payment for your ${company.name} invoice ${props.number} was returned`,
      <DebitReturnedMail {...props} />,
    )

type BillingCorrectedMailProps = {
  /** The numbers of the order, of the corrected document, and of the one that it corrects. */
  order: string
  number: string
  corrects: string
  /** The corrected lines. */
  billed_to: string[]
  /** URL of the order's page. */
  address: string
  /** URL of the buyer's mail preferences. */
  preferences: string
}

const BillingCorrectedMail = ({ order, number, corrects, billed_to, ...urls }: BillingCorrectedMailProps) => (
  <MailLayout
    preview={`${number} corrects ${corrects}`}
    title="Your billing details are corrected."
    preferences={urls.preferences}
  >
    <MailText>
      We have corrected the billing details of order {order}. The attached document {number} replaces {corrects};
      amounts and tax are the same. It is billed to {billed_to.join(', ')}.
    </MailText>
    <MailText>The earlier document stays on the order’s page.</MailText>
    <MailButton to={urls.address}>Open the order</MailButton>
  </MailLayout>
)

/** The mail that the billing details of an order were corrected, with the corrected document. */
export const billingCorrectedMail =
  (props: BillingCorrectedMailProps): MailContent =>
  company =>
    renderMail(company, `Corrected invoice ${props.number}`, <BillingCorrectedMail {...props} />)

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

/** The mail about a credit note: a refund, a canceled invoice, or a payment that the buyer's bank took back. */
export const creditNoteMail =
  (props: CreditNoteMailProps): MailContent =>
  company =>
    renderMail(company, texts[props.why].subject(company, props), <CreditNoteMail {...props} />)
