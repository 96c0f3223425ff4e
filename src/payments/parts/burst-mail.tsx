import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'

type Burst = { declines: number; address: string; address_declines: number; admin: string }

/** To platform admins: somebody may be testing stolen cards. */
export const burstMail = ({ declines, address, address_declines, admin }: Burst) =>
  drawMail(
    `${declines} payments were declined within 10 minutes`,
    <MailFrame title="Many payments are being declined." preview="Somebody may be testing stolen cards.">
      <MailText>{`In the last 10 minutes, ${declines} payments were declined, ${address_declines} of them from the address ${address || 'unknown'}.`}</MailText>
      <MailText>
        The shop makes each person, workspace and address wait longer after every further decline. If it goes on, block
        the address in front of the shop and suspend the accounts.
      </MailText>
      <MailButton to={admin}>Look at the orders</MailButton>
      <MailNote>This mail comes at most once an hour.</MailNote>
    </MailFrame>,
  )
