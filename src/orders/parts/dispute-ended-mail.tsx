/** The mail that an order goes on without the part of its payment that the buyer's bank took. */
import { brand } from '#platform/brand.ts'
import { drawMail, MailButton, MailFrame, MailText } from '#platform/mail-frame.tsx'

type Props = {
  number: string
  /** "$60.00" */
  taken: string
  /** Those whose licenses of this order are in force again; may be none. */
  clips_count: number
  /** The order's page. */
  address: string
  /** Where the buyer chooses their mails. */
  preferences: string
}

const DisputeEnded = ({ number, taken, clips_count, address, preferences }: Props) => (
  <MailFrame
    preview={
      clips_count > 0
        ? `The licenses of order ${number} are in force again`
        : `Nothing more is owed for order ${number}`
    }
    title="The dispute has ended."
    preferences={preferences}
  >
    <MailText>
      You keep the {taken} that your bank took back of order {number}, and nothing more is owed for it.
      {clips_count > 0 &&
        ` The ${clips_count === 1 ? 'license of 1 clip is' : `licenses of ${clips_count} clips are`} in force again, and downloads are open.`}
    </MailText>
    <MailButton to={address}>Open the order</MailButton>
  </MailFrame>
)

/** The mail's subject, HTML and plain text. */
export const disputeEndedMail = (props: Props) =>
  drawMail(`The dispute about your ${brand.name} order ${props.number} has ended`, <DisputeEnded {...props} />)
