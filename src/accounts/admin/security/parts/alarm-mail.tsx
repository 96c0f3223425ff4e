import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'
import { formatDateTime } from '#ui/admin/format-date.ts'

export const alarmMail =
  ({ text, at, address }: { text: string; at: Date; address: string }): MailContent =>
  company =>
    renderMail(
      company,
      `${company.name} security alarm: ${text}`,
      <MailLayout preview={text} title="Security alarm">
        <MailText>{text}</MailText>
        <MailText>{`Raised ${formatDateTime(at.toISOString())} UTC. The security log shows what else happened.`}</MailText>
        <MailButton to={address}>Open the security log</MailButton>
        <MailNote>The same alarm is not mailed again within an hour. Every platform admin gets this mail.</MailNote>
      </MailLayout>,
    )
