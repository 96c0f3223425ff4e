import { brand } from '#platform/brand.ts'
import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'

import { momentOf } from '../../parts/moment.ts'

export const alarmMail = ({ text, at, address }: { text: string; at: Date; address: string }) =>
  drawMail(
    `${brand.name} security alarm: ${text}`,
    <MailFrame preview={text} title="Security alarm">
      <MailText>{text}</MailText>
      <MailText>{`Raised ${momentOf(at.toISOString())} UTC. The security log shows what else happened.`}</MailText>
      <MailButton to={address}>Open the security log</MailButton>
      <MailNote>The same alarm is not mailed again within an hour. Every platform admin gets this mail.</MailNote>
    </MailFrame>,
  )
