/** The mail that a bank returned the debit for an order on account, which is still owed. */
import { type MailContent, renderMail, MailButton, MailLayout, MailText } from '#platform/mail/mail-layout.tsx'

import { RETURNED_DEBIT_TEXT } from '../returned-debit.ts'

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

/** Returns the mail's subject, HTML and plain text. */
export const debitReturnedMail =
  (props: DebitReturnedMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `The payment for your ${company.name} invoice ${props.number} was returned`,
      <DebitReturnedMail {...props} />,
    )
