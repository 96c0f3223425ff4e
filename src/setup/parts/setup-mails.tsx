/** The mails of the setup: the mail check, and invites to the staff. */
import {
  type MailContent,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
  renderMail,
} from '#platform/mail/mail-layout.tsx'

export const mailCheckMail =
  ({ address }: { address: string }): MailContent =>
  company =>
    renderMail(
      company,
      `${company.name}: Mail works`,
      <MailLayout preview="Follow the link to finish the check." title="Mail works">
        <MailText>
          {company.name} sent this mail to check its mail server. Follow the link to finish the check.
        </MailText>
        <MailButton to={address}>Finish the check</MailButton>
        <MailNote>If you didn’t start this check, you can ignore this mail.</MailNote>
      </MailLayout>,
    )

const expiryFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

type StaffInviteMailInput = { address: string; roles: string; inviter: string; expires_at: Date }

export const staffInviteMail =
  ({ address, roles, inviter, expires_at }: StaffInviteMailInput): MailContent =>
  company =>
    renderMail(
      company,
      `${company.name}: ${inviter} invites you to the staff`,
      <MailLayout preview={`Your role: ${roles}.`} title="You’re invited to the staff">
        <MailText>
          {inviter} invites you to work on {company.name}, as {roles}.
        </MailText>
        <MailButton to={address}>Accept the invitation</MailButton>
        <MailNote>
          The link works until {expiryFormat.format(expires_at)}. Don’t forward it: anyone with the link can accept the
          invitation. If you don’t know what this is about, you can ignore this mail.
        </MailNote>
      </MailLayout>,
    )
