/** Mail: the editors ask filmmakers for footage that buyers look for. */
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'

type FootageRequestMailInput = { subject: string; note: string; url: string; unsubscribe: string }

export const footageRequestMail = ({ subject, note, url, unsubscribe }: FootageRequestMailInput): MailContent => {
  const title = `Buyers look for “${subject}”`
  return company =>
    renderMail(
      company,
      title,
      <MailLayout preview={note || 'Our catalog has nothing that fits yet.'} title={title} unsubscribe={unsubscribe}>
        <MailText>
          Buyers search for “{subject}”, and our catalog has nothing that fits yet. If you have it, or can shoot it,
          please upload it.
        </MailText>
        {note !== '' && <MailText>Our editors add: “{note}”</MailText>}
        <MailButton to={url}>Upload footage</MailButton>
        <MailNote>
          Your uploads page lists everything that buyers look for. You get this because you manage this footage.
        </MailNote>
      </MailLayout>,
    )
}
