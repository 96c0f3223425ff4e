/** The mail that a bank returned the debit for an order on account, which is still owed. */
import { type MailContent, renderMail, MailButton, MailLayout, MailText } from '#platform/mail/mail-layout.tsx'

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
    preview={`The payment for ${number} did not arrive`}
    title="Your payment did not arrive."
    preferences={preferences}
  >
    <MailText>
      Your bank sent back the payment of {total} for invoice {number}. Most often the account held too little that day,
      or does not allow debits; your bank can say which. The invoice is still open, and its licenses stay in force.
    </MailText>
    <MailText>Please pay it once more, by card or from another account.</MailText>
    <MailButton to={address}>Pay the invoice</MailButton>
  </MailLayout>
)

/** Returns the mail's subject, HTML and plain text. */
export const debitReturnedMail =
  (props: DebitReturnedMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `The payment for your ${company.name} invoice ${props.number} did not arrive`,
      <DebitReturnedMail {...props} />,
    )
