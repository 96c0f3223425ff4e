/** Mails to filmmakers: the editors declined clips, and files could not be checked. */
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

/** Mail: the editors declined clips; says which and why, and links to them. */
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

type CheckFailedMailInput = {
  files: readonly { file_name: string; by_staff: boolean }[]
  /** For how long failed uploads are kept, such as "7 days". */
  retention: string
  public_url: string
}

/** Returns the page on which the sender can retry a check: staff do so in the admin. */
const uploadsPathOf = ({ by_staff }: { by_staff: boolean }): string =>
  by_staff ? '/admin/ingest' : '/filmmaker/uploads'

/** Mail: files could not be checked because of an error on our side. */
export const checkFailedMail = ({ files, retention, public_url }: CheckFailedMailInput): MailContent => {
  const [first] = files
  const isOne = files.length === 1
  const title = isOne
    ? `“${first?.file_name}” could not be checked`
    : `${files.length} of your files could not be checked`
  return company =>
    renderMail(
      company,
      title,
      <MailLayout preview="Something went wrong on our side. You don’t need to upload anything again." title={title}>
        <MailText>
          Something went wrong on our side, not with your {isOne ? 'file' : 'files'}. We still have everything, so you
          don’t need to upload it again: choose “Check again” next to {isOne ? 'the file' : 'each of them'}.
        </MailText>
        {!isOne && (
          <MailText>These files are affected: {files.map(({ file_name }) => `“${file_name}”`).join(', ')}.</MailText>
        )}
        <MailButton to={public_url + uploadsPathOf(first ?? { by_staff: false })}>Open your uploads</MailButton>
        <MailNote>
          We keep {isOne ? 'it' : 'them'} for {retention}. You get this because you sent {isOne ? 'it' : 'them'}.
        </MailNote>
      </MailLayout>,
    )
}
