/** The mail that something of an order was given back, or its invoice cancelled. */
import { brand } from '#platform/brand.ts'
import { drawMail, MailButton, MailFrame, MailText } from '#platform/mail-frame.tsx'

type Props = {
  /** The order's number, and the credit note's. */
  order: string
  number: string
  /** "$426.86" */
  total: string
  clips_count: number
  /** "Visa ending in 1111"; empty where nothing was paid. */
  given_back_to: string
  /** The invoice was never paid. */
  is_cancellation: boolean
  /** The order's page. */
  address: string
  /** Where the buyer chooses their mails. */
  preferences: string
}

const CreditNote = ({ order, number, total, clips_count, given_back_to, is_cancellation, ...where }: Props) => {
  const clips = clips_count === 1 ? 'one clip' : `${clips_count} clips`
  return (
    <MailFrame
      preview={is_cancellation ? `Invoice ${order} is cancelled` : `${total} of order ${order} go back to you`}
      title={is_cancellation ? 'Your invoice is cancelled.' : 'Your refund is on its way.'}
      preferences={where.preferences}
    >
      <MailText>
        {is_cancellation
          ? `Nothing is owed for order ${order} any more. Credit note ${number} takes back its invoice of ${total}, and the licenses of ${clips} have ended.`
          : `We have given back ${total} for ${clips} of order ${order}${given_back_to && `, to ${given_back_to}`}. It takes a few days to arrive. The licenses of what was given back have ended. Credit note ${number} is on the order’s page.`}
      </MailText>
      <MailButton to={where.address}>Open the order</MailButton>
    </MailFrame>
  )
}

/** The mail's subject, HTML and plain text. */
export const creditNoteMail = (props: Props) =>
  drawMail(
    props.is_cancellation
      ? `Your ${brand.name} invoice ${props.order} is cancelled`
      : `Your ${brand.name} refund of ${props.total} for order ${props.order}`,
    <CreditNote {...props} />,
  )
