/** We could not check somebody's files, by a fault of ours: which, and where to have them checked again. */
import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'

import { pathOf } from '../paths.ts'

type Failed = { files: readonly { file_name: string; by_staff: boolean }[]; public_url: string }

export const checkFailedMail = ({ files, public_url }: Failed) => {
  const [first] = files
  const isOne = files.length === 1
  const title = isOne
    ? `“${first?.file_name}” could not be checked`
    : `${files.length} of your files could not be checked`
  return drawMail(
    title,
    <MailFrame preview="Something broke on our side. You need not send anything again." title={title}>
      <MailText>
        Something broke on our side, not in your {isOne ? 'file' : 'files'}. All of it is here still, so you need not
        send it again: choose “Check again” at {isOne ? 'the file' : 'each of them'}.
      </MailText>
      {!isOne && <MailText>It is about {files.map(({ file_name }) => `“${file_name}”`).join(', ')}.</MailText>}
      <MailButton to={public_url + pathOf(first ?? { by_staff: false })}>Open your uploads</MailButton>
      <MailNote>
        We keep {isOne ? 'it' : 'them'} for a week. You get this because you sent {isOne ? 'it' : 'them'}.
      </MailNote>
    </MailFrame>,
  )
}
