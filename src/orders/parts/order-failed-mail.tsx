/** The mail that the payment for a placed order did not arrive. */
import { type MailContent, renderMail, MailButton, MailLayout, MailText } from '#platform/mail/mail-layout.tsx'

type OrderFailedMailProps = {
  number: string
  /** URL of the order's page. */
  address: string
  /** URL of the buyer's mail preferences. */
  preferences: string
}

const OrderFailedMail = ({ number, address, preferences }: OrderFailedMailProps) => (
  <MailLayout
    preview={`The payment for ${number} did not arrive`}
    title="Your payment did not arrive."
    preferences={preferences}
  >
    <MailText>
      Your bank sent back the payment for order {number}, so the order is closed and its licenses have ended. Nothing is
      owed. Most often the account held too little that day, or does not allow debits; your bank can say which.
    </MailText>
    <MailText>
      The order’s page puts its clips into your cart once more, to be paid by card or from another account.
    </MailText>
    <MailButton to={address}>Open the order</MailButton>
  </MailLayout>
)

/** Returns the mail's subject, HTML and plain text. */
export const orderFailedMail =
  (props: OrderFailedMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `The payment for your ${company.name} order ${props.number} did not arrive`,
      <OrderFailedMail {...props} />,
    )
