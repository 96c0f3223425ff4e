/** Mail: the editors declined clips; says which and why, and links to them. */
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'

type SentBackMailInput = {
  clips: readonly { id: number; name: string }[]
  reason: string
  public_url: string
}

export const sentBackMail = ({ clips, reason, public_url }: SentBackMailInput): MailContent => {
  const [first] = clips
  const isOne = clips.length === 1
  const title = isOne ? `“${first?.name}” was declined` : `${clips.length} of your clips were declined`
  const to = isOne ? `/filmmaker/clips/${first?.id}` : '/filmmaker/uploads'
  return company =>
    renderMail(
      company,
      title,
      <MailLayout preview={reason} title={title}>
        <MailText>Our editors looked at {isOne ? 'your clip' : 'your clips'} and wrote:</MailText>
        <MailText>“{reason}”</MailText>
        {!isOne && <MailText>These clips are affected: {clips.map(({ name }) => `“${name}”`).join(', ')}.</MailText>}
        <MailButton to={public_url + to}>{isOne ? 'Correct it' : 'Look at them'}</MailButton>
        <MailNote>Correct what they ask for and submit again. You get this because you manage this footage.</MailNote>
      </MailLayout>,
    )
}
