/** The mails of a quote: that it is there, and to us that it was declined. */
import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'

import type { QuoteRow } from '../contract.ts'
import { longDay } from '../dates.ts'

type About = { quote: QuoteRow; workspace: string }

export const quoteMail = ({ quote, workspace, address }: About & { address: string }) => {
  const { number, version, clips_count, total, expires_at, note } = quote
  const title = version === 1 ? `Your quote ${number}` : `Your quote ${number}, revised`
  const clips = clips_count === 1 ? '1 clip' : `${clips_count} clips`
  return drawMail(
    title,
    <MailFrame preview={`${clips}, ${total.formatted} before tax`} title={title}>
      <MailText>
        {clips} for {workspace}, {total.formatted} before tax. The price is held until {longDay(expires_at)}.
      </MailText>
      {note && <MailText>“{note}”</MailText>}
      <MailButton to={address}>Look at the quote</MailButton>
      <MailNote>
        You get this because your role in {workspace} may buy. Nothing is bought before one of you pays.
      </MailNote>
    </MailFrame>,
  )
}

export const declinedMail = ({ quote: { number, total }, workspace, reason }: About & { reason: string }) => {
  const title = `Quote ${number} was declined`
  return drawMail(
    title,
    <MailFrame preview={`${workspace}, ${total.formatted} before tax`} title={title}>
      <MailText>
        {workspace} declined the quote of {total.formatted} before tax.
      </MailText>
      {reason && <MailText>“{reason}”</MailText>}
    </MailFrame>,
  )
}
