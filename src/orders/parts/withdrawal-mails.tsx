/** The mails about a consumer's right of withdrawal: consent to delivery, and the receipt of a withdrawal. */
import { type MailContent, renderMail, MailButton, MailLayout, MailText } from '#platform/mail/mail-layout.tsx'

import { WithdrawalNotice, type NoticePart } from '../withdrawal-notice.tsx'

type WithdrawalMailProps = {
  /** The order's number. */
  number: string
  /** For example "March 2, 2026, 17:30 UTC". */
  at: string
  /** URL of the order's page. */
  address: string
  /** URL of the buyer's mail preferences. */
  preferences: string
}

type DeliveryConsentMailProps = WithdrawalMailProps & {
  /** The sentence that the buyer agreed to. */
  consent: string
  notice: readonly NoticePart[]
}

/** Returns the mail's subject, HTML and plain text. */
export const deliveryConsentMail =
  ({ number, at, consent, notice, address, preferences }: DeliveryConsentMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `You asked for delivery of your ${company.name} order ${number} to begin`,
      <MailLayout
        preview={`Delivery of order ${number} has begun`}
        title="Delivery has begun."
        preferences={preferences}
      >
        <MailText>
          {`On ${at} you agreed, for order ${number}: “${consent}” You can still withdraw from clips that you have not downloaded.`}
        </MailText>
        <MailButton to={address}>Open the order</MailButton>
        <WithdrawalNotice parts={notice} />
      </MailLayout>,
    )

type WithdrawnOrderMailProps = WithdrawalMailProps & {
  /** For example "Clip 12, Slow tide at dusk". */
  clips: readonly string[]
}

/** Returns the mail's subject, HTML and plain text. */
export const withdrawnOrderMail =
  ({ number, at, clips, address, preferences }: WithdrawnOrderMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `We received your withdrawal from ${company.name} order ${number}`,
      <MailLayout
        preview={`You withdrew from order ${number}`}
        title="We received your withdrawal."
        preferences={preferences}
      >
        <MailText>{`On ${at} you withdrew from order ${number}, for ${clips.join('; ')}.`}</MailText>
        <MailText>
          The licenses of these clips have ended. We pay back what you paid for them within 14 days, by the means that
          you paid with; nothing is owed for an unpaid invoice. A credit note follows with the refund.
        </MailText>
        <MailButton to={address}>Open the order</MailButton>
      </MailLayout>,
    )
