/** The mail that a bank sent back the debit for an order on account, which is owed as before. */
import { brand } from '#platform/brand.ts'
import { drawMail, MailButton, MailFrame, MailText } from '#platform/mail-frame.tsx'

type Props = {
  number: string
  total: string
  /** Where it is paid. */
  address: string
  /** Where whoever paid chooses their mails. */
  preferences: string
}

const DebitReturned = ({ number, total, address, preferences }: Props) => (
  <MailFrame
    preview={`The payment for ${number} did not arrive`}
    title="Your payment did not arrive."
    preferences={preferences}
  >
    <MailText>
      Your bank sent back the payment of {total} for invoice {number}. Most often the account held too little that day,
      or does not allow debits; your bank can say which. The invoice is still open, and its licenses hold as before.
    </MailText>
    <MailText>Please pay it once more, by card or from another account.</MailText>
    <MailButton to={address}>Pay the invoice</MailButton>
  </MailFrame>
)

/** The mail's subject, HTML and plain text. */
export const debitReturnedMail = (props: Props) =>
  drawMail(`The payment for your ${brand.name} invoice ${props.number} did not arrive`, <DebitReturned {...props} />)
