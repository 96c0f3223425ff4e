/** The mail that something of an order was given back, its invoice cancelled, or its money taken back by the buyer's bank. */
import { brand } from '#platform/brand.ts'
import { drawMail, MailButton, MailFrame, MailText } from '#platform/mail-frame.tsx'

type Props = {
  /** The order's number, and the credit note's. */
  order: string
  number: string
  /** "$426.86" */
  total: string
  /** None: the bank took a part that stands for no clip. */
  clips_count: number
  /** "Visa ending in 1111"; empty where nothing was paid. */
  given_back_to: string
  /** `cancellation`: the invoice was never paid. */
  why: 'refund' | 'cancellation' | 'dispute'
  /** The order's page. */
  address: string
  /** Where the buyer chooses their mails. */
  preferences: string
}

const clipsOf = ({ clips_count }: Props) => (clips_count === 1 ? 'one clip' : `${clips_count} clips`)

const words = {
  refund: {
    subject: ({ total, order }: Props) => `Your ${brand.name} refund of ${total} for order ${order}`,
    preview: ({ total, order }: Props) => `${total} of order ${order} go back to you`,
    title: 'Your refund is on its way.',
    text: (props: Props) =>
      `We have given back ${props.total} for ${clipsOf(props)} of order ${props.order}${props.given_back_to && ` (${props.given_back_to})`}. It takes a few days to arrive. The licenses of what was given back have ended. Credit note ${props.number} is on the order’s page.`,
  },
  cancellation: {
    subject: ({ order }: Props) => `Your ${brand.name} invoice ${order} is cancelled`,
    preview: ({ order }: Props) => `Invoice ${order} is cancelled`,
    title: 'Your invoice is cancelled.',
    text: (props: Props) =>
      `Nothing is owed for order ${props.order} any more. Credit note ${props.number} takes back its invoice of ${props.total}, and the licenses of ${clipsOf(props)} have ended.`,
  },
  dispute: {
    subject: ({ total, order }: Props) => `Your bank took back ${total} of ${brand.name} order ${order}`,
    preview: ({ total, order }: Props) => `Your bank took back ${total} of order ${order}`,
    title: 'Your bank took the payment back.',
    text: (props: Props) =>
      `In a dispute your bank has taken back ${props.total} that you paid for order ${props.order}. ${
        props.clips_count === 0
          ? 'That is a part of the payment: until we have spoken with you, the licenses of the order are on hold.'
          : `The licenses of ${clipsOf(props)} have ended.`
      } Credit note ${props.number} is on the order’s page. If this was not meant so, please write to ${brand.email}.`,
  },
} as const

const CreditNote = (props: Props) => {
  const { preview, title, text } = words[props.why]
  return (
    <MailFrame preview={preview(props)} title={title} preferences={props.preferences}>
      <MailText>{text(props)}</MailText>
      <MailButton to={props.address}>Open the order</MailButton>
    </MailFrame>
  )
}

/** The mail's subject, HTML and plain text. */
export const creditNoteMail = (props: Props) => drawMail(words[props.why].subject(props), <CreditNote {...props} />)
