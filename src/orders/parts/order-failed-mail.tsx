/** The mail that the payment for a placed order was returned. */
import { type MailContent, renderMail, MailButton, MailLayout, MailText } from '#platform/mail/mail-layout.tsx'

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

/** Returns the mail's subject, HTML and plain text. */
export const orderFailedMail =
  (props: OrderFailedMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `The payment for your ${company.name} order ${props.number} was returned`,
      <OrderFailedMail {...props} />,
    )
