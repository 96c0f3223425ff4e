/** The mails about payouts, each with what to do when something is wrong. */
import { brand } from '#platform/brand.ts'
import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'

type Changed = { filmmaker: string; old_email: string | null; new_email: string; address: string }

export const payoutChangedMail = ({ filmmaker, old_email, new_email, address }: Changed) =>
  drawMail(
    `${brand.name} payouts of ${filmmaker} go somewhere else now`,
    <MailFrame
      preview={`From the next payout on they go to ${new_email}.`}
      title={old_email === null ? 'Payouts have an address' : 'Where payouts go was changed'}
    >
      <MailText>
        {old_email === null || old_email === new_email
          ? `Payouts for ${filmmaker} go to the PayPal address ${new_email} from the next one on.`
          : `Payouts for ${filmmaker} go to the PayPal address ${new_email} from the next one on, instead of ${old_email}.`}
      </MailText>
      <MailButton to={address}>See how payouts go</MailButton>
      <MailNote>{`If it was not you, write to ${brand.email} or call ${brand.phone} right away.`}</MailNote>
    </MailFrame>,
  )
