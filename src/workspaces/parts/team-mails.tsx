/** The mails of a team: an invite, and a transfer of ownership. */
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

type InviteMailProps = {
  workspace: string
  /** null when the inviter's account was deleted. */
  invited_by: string | null
  role: string
  meaning: string
  email: string
  expires_at: Date
  link: string
}

export const inviteMail =
  ({ workspace, invited_by, role, meaning, email, expires_at, link }: InviteMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `Join ${workspace} on ${company.name}`,
      <MailLayout
        preview={`${role} in ${workspace}, until ${dateFormat.format(expires_at)}`}
        title={`Join ${workspace}`}
      >
        <MailText>
          {invited_by ? `${invited_by} invites you` : 'You are invited'} to find and license footage together, in the
          workspace {workspace} on {company.name}.
        </MailText>
        <MailText>
          Your role will be {role}: {meaning.toLowerCase()}.
        </MailText>
        <MailButton to={link}>Accept the invitation</MailButton>
        <MailNote>
          The link is for {email} alone, works once, and ends on {dateFormat.format(expires_at)}. If you did not expect
          this mail, you can ignore it.
        </MailNote>
      </MailLayout>,
    )

type OwnershipMailProps = { workspace: string; recipient: 'from' | 'to'; from: string; to: string; url: string }

export const handOverMail =
  ({ workspace, recipient, from, to, url }: OwnershipMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `${workspace} has a new owner`,
      <MailLayout preview={`${to} now owns ${workspace}`} title={`${workspace} has a new owner`}>
        <MailText>
          {recipient === 'to'
            ? `${from} made you the owner of ${workspace}. Members, billing and the name of the workspace are now yours to manage.`
            : `You made ${to} the owner of ${workspace}. You remain an admin.`}
        </MailText>
        <MailButton to={url}>Open the workspace</MailButton>
        <MailNote>
          {recipient === 'to'
            ? `If this is a mistake, write to ${company.email} or make ${from} the owner again.`
            : `If you did not do this, please write to ${company.email} at once.`}
        </MailNote>
      </MailLayout>,
    )
