/** The mails of a team: an invite, and that a workspace has another owner. */
import { brand } from '#platform/brand.ts'
import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

type Invite = {
  workspace: string
  /** null when they have left the shop since. */
  invited_by: string | null
  role: string
  meaning: string
  email: string
  expires_at: Date
  link: string
}

export const inviteMail = ({ workspace, invited_by, role, meaning, email, expires_at, link }: Invite) =>
  drawMail(
    `Join ${workspace} on ${brand.name}`,
    <MailFrame preview={`${role} in ${workspace}, until ${days.format(expires_at)}`} title={`Join ${workspace}`}>
      <MailText>
        {invited_by ? `${invited_by} invites you` : 'You are invited'} to find and license footage together, in the
        workspace {workspace} on {brand.name}.
      </MailText>
      <MailText>
        Your role will be {role}: {meaning.toLowerCase()}.
      </MailText>
      <MailButton to={link}>Accept the invitation</MailButton>
      <MailNote>
        The link is for {email} alone, works once, and ends on {days.format(expires_at)}. If you did not expect this
        mail, you can ignore it.
      </MailNote>
    </MailFrame>,
  )

type HandOver = { workspace: string; reader: 'from' | 'to'; from: string; to: string; address: string }

export const handOverMail = ({ workspace, reader, from, to, address }: HandOver) =>
  drawMail(
    `${workspace} has a new owner`,
    <MailFrame preview={`${to} owns ${workspace} now`} title={`${workspace} has a new owner`}>
      <MailText>
        {reader === 'to'
          ? `${from} made you the owner of ${workspace}. Members, billing and the name of the workspace are yours to decide now.`
          : `You made ${to} the owner of ${workspace}. You stay in it as an admin.`}
      </MailText>
      <MailButton to={address}>Open the workspace</MailButton>
      <MailNote>
        {reader === 'to'
          ? `If this is a mistake, write to ${brand.email} or make ${from} the owner again.`
          : `If it was not you who did this, please write to ${brand.email} at once.`}
      </MailNote>
    </MailFrame>,
  )
