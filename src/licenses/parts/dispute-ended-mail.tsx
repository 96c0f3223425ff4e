/** The mail that an order continues without the part of its payment that the buyer's bank took. */
import { type MailContent, renderMail, MailButton, MailLayout, MailText } from '#platform/mail/mail-layout.tsx'

type DisputeEndedMailProps = {
  number: string
  /** For example "$60.00". */
  taken: string
  /** Clips of this order whose licenses are in force again; can be 0. */
  clips_count: number
  /** URL of the order's page. */
  address: string
  /** URL of the buyer's mail preferences. */
  preferences: string
}

const DisputeEndedMail = ({ number, taken, clips_count, address, preferences }: DisputeEndedMailProps) => (
  <MailLayout
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
  </MailLayout>
)

/** Returns the mail's subject, HTML and plain text. */
export const disputeEndedMail =
  (props: DisputeEndedMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `The dispute about your ${company.name} order ${props.number} has ended`,
      <DisputeEndedMail {...props} />,
    )
