/** The mails about payouts, each with what to do when something is wrong. */
import { brand } from '#platform/brand.ts'
import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'

type Changed = { filmmaker: string; old_email: string | null; new_email: string; address: string }

export const payoutChangedMail = ({ filmmaker, old_email, new_email, address }: Changed) =>
  drawMail(
    `${brand.name} payout details of ${filmmaker} were ${old_email === null ? 'added' : 'changed'}`,
    <MailFrame
      preview={`From the next payout on they go to ${new_email}.`}
      title={old_email === null ? 'A PayPal address was added' : 'Where payouts go was changed'}
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

type Sent = {
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

export const payoutSentMail = ({ filmmaker, month, number, paid, sent_on, reference, address, preferences }: Sent) =>
  drawMail(
    `Your ${brand.name} payout of ${paid} is on its way`,
    <MailFrame
      preview={`For ${month}, reference ${reference}`}
      title={`${paid} is on its way.`}
      preferences={preferences}
    >
      <MailText>{`The payout for ${filmmaker} for ${month} was sent on ${sent_on}, with the reference ${reference}. Its statement is ${number}.`}</MailText>
      <MailButton to={address}>See your statements</MailButton>
    </MailFrame>,
  )
