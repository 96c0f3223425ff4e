/** Mail: files could not be checked because of an error on our side. */
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'

import { uploadsPathOf } from '../paths.ts'

type CheckFailedMailInput = {
  files: readonly { file_name: string; by_staff: boolean }[]
  /** For how long failed uploads are kept, such as "7 days". */
  kept: string
  public_url: string
}

export const checkFailedMail = ({ files, kept, public_url }: CheckFailedMailInput): MailContent => {
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
          We keep {isOne ? 'it' : 'them'} for {kept}. You get this because you sent {isOne ? 'it' : 'them'}.
        </MailNote>
      </MailLayout>,
    )
}
