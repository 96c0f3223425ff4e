/** The mails to filmmakers about their access and their payouts. */
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'

type PayoutChangedMailInput = { filmmaker: string; old_email: string | null; new_email: string; address: string }

export const payoutChangedMail =
  ({ filmmaker, old_email, new_email, address }: PayoutChangedMailInput): MailContent =>
  company =>
    renderMail(
      company,
      `${company.name} payout details of ${filmmaker} were ${old_email === null ? 'added' : 'changed'}`,
      <MailLayout
        preview={`From the next payout on they go to ${new_email}.`}
        title={old_email === null ? 'A PayPal address was added' : 'Payout details were changed'}
      >
        <MailText>
          {old_email === null || old_email === new_email
            ? `Payouts for ${filmmaker} go to the PayPal address ${new_email} from the next one on.`
            : `Payouts for ${filmmaker} go to the PayPal address ${new_email} from the next one on, instead of ${old_email}.`}
        </MailText>
        <MailButton to={address}>View payout settings</MailButton>
        <MailNote>{`If it was not you, write to ${company.email} or call ${company.phone} right away.`}</MailNote>
      </MailLayout>,
    )

type PayoutSentMailInput = {
  filmmaker: string
  /** "October 2026" */
  month: string
  number: string
  paid: string
  sent_on: string
  reference: string
  address: string
  preferences: string
}

export const payoutSentMail =
  ({ filmmaker, month, number, paid, sent_on, reference, address, preferences }: PayoutSentMailInput): MailContent =>
  company =>
    renderMail(
      company,
      `Your ${company.name} payout of ${paid} is on its way`,
      <MailLayout
        preview={`For ${month}, reference ${reference}`}
        title={`${paid} is on its way.`}
        preferences={preferences}
      >
        <MailText>{`The payout for ${filmmaker} for ${month} was sent on ${sent_on}, with the reference ${reference}. Its statement is ${number}.`}</MailText>
        <MailButton to={address}>See your statements</MailButton>
      </MailLayout>,
    )

const expiryFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

type FilmmakerInviteMailInput = { address: string; filmmaker: string; inviter: string; expires_at: Date }

export const filmmakerInviteMail =
  ({ address, filmmaker, inviter, expires_at }: FilmmakerInviteMailInput): MailContent =>
  company =>
    renderMail(
      company,
      `${company.name}: ${inviter} invites you to ${filmmaker}`,
      <MailLayout
        preview={`Upload footage of ${filmmaker}, and see what it earns.`}
        title={`You’re invited to ${filmmaker}`}
      >
        <MailText>
          {inviter} invites you to manage {filmmaker} on {company.name}: to upload footage, and to see licenses,
          earnings and payouts.
        </MailText>
        <MailButton to={address}>Accept the invitation</MailButton>
        <MailNote>
          The link works until {expiryFormat.format(expires_at)}. Don’t forward it: anyone with the link can accept the
          invitation. If you don’t know what this is about, you can ignore this mail.
        </MailNote>
      </MailLayout>,
    )
