/** The mail that the money for an order did not arrive after all. */
import { brand } from '#platform/brand.ts'
import { drawMail, MailButton, MailFrame, MailText } from '#platform/mail-frame.tsx'

type Props = {
  number: string
  /** The order's page. */
  address: string
  /** Where the buyer chooses their mails. */
  preferences: string
}

const OrderFailed = ({ number, address, preferences }: Props) => (
  <MailFrame
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
  </MailFrame>
)

/** The mail's subject, HTML and plain text. */
export const orderFailedMail = (props: Props) =>
  drawMail(`The payment for your ${brand.name} order ${props.number} did not arrive`, <OrderFailed {...props} />)
