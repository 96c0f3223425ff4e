/** Our editors declined clips: which, why, and where to correct them. */
import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'

type SentBack = { clips: readonly { id: number; name: string }[]; reason: string; public_url: string }

export const sentBackMail = ({ clips, reason, public_url }: SentBack) => {
  const [first] = clips
  const isOne = clips.length === 1
  const title = isOne ? `“${first?.name}” was declined` : `${clips.length} of your clips were declined`
  const to = isOne ? `/filmmaker/clips/${first?.id}` : '/filmmaker/uploads'
  return drawMail(
    title,
    <MailFrame preview={reason} title={title}>
      <MailText>Our editors looked at {isOne ? 'your clip' : 'your clips'} and wrote:</MailText>
      <MailText>“{reason}”</MailText>
      {!isOne && <MailText>It is about {clips.map(({ name }) => `“${name}”`).join(', ')}.</MailText>}
      <MailButton to={public_url + to}>{isOne ? 'Correct it' : 'Look at them'}</MailButton>
      <MailNote>Correct what they ask for and submit again. You get this because you look after this footage.</MailNote>
    </MailFrame>,
  )
}
