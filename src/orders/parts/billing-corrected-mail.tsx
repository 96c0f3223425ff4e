/** The mail that the billing details of an order were corrected, with the corrected document. */
import { type MailContent, renderMail, MailButton, MailLayout, MailText } from '#platform/mail/mail-layout.tsx'

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

/** Returns the mail's subject, HTML and plain text. */
export const billingCorrectedMail =
  (props: BillingCorrectedMailProps): MailContent =>
  company =>
    renderMail(company, `Corrected invoice ${props.number}`, <BillingCorrectedMail {...props} />)
