/** The email to staff when a consumer withdrew and the money does not go back by itself. */
import { type MailContent, renderMail, MailButton, MailLayout, MailText } from '#platform/mail/mail-layout.tsx'

type RefundDueMailProps = {
  /** The order's number. */
  number: string
  why: string
  /** The URL of the order in the admin panel. */
  order: string
}

export const refundDueMail = ({ number, why, order }: RefundDueMailProps): MailContent => {
  const title = `The withdrawal from order ${number} needs a refund`
  return company =>
    renderMail(
      company,
      title,
      <MailLayout preview={why} title={title}>
        <MailText>{why}</MailText>
        <MailText>
          The law gives 14 days from the withdrawal. The order is listed until its refund is recorded.
        </MailText>
        <MailButton to={order}>Open the order</MailButton>
      </MailLayout>,
    )
}
