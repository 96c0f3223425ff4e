import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'

type DeclineBurst = { declines: number; address: string; address_declines: number; admin: string }

/** Mail to platform admins: someone may be testing stolen cards. */
export const burstMail =
  ({ declines, address, address_declines, admin }: DeclineBurst): MailContent =>
  company =>
    renderMail(
      company,
      `${declines} payments were declined within 10 minutes`,
      <MailLayout title="Many payments are being declined." preview="Someone may be testing stolen cards.">
        <MailText>{`In the last 10 minutes, ${declines} payments were declined, ${address_declines} of them from the address ${address || 'unknown'}.`}</MailText>
        <MailText>
          The shop makes each person, workspace and address wait longer after every further decline. If it continues,
          block the address in front of the shop and suspend the accounts.
        </MailText>
        <MailButton to={admin}>Review orders</MailButton>
        <MailNote>This email is sent at most once an hour.</MailNote>
      </MailLayout>,
    )
