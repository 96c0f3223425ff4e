/** Mail: licensed clips are for editorial use only now; says which licenses it concerns and what to do. */
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'

type EditorialClipsMailInput = {
  /** `closed_uses`: uses such as "Out-of-Home" that advertise or promote. */
  licenses: readonly { id: number; clip: string; clip_id: number; order: string; use: string; closed_uses: string[] }[]
  public_url: string
}

const MAX_LISTED = 30
const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

export const editorialClipsMail = ({ licenses, public_url }: EditorialClipsMailInput): MailContent => {
  const names = [...new Set(licenses.map(({ clip }) => clip))]
  const isOne = names.length === 1
  const title = isOne
    ? `“${names[0]}” is for editorial use only now`
    : `${names.length} clips that you licensed are for editorial use only now`
  return company =>
    renderMail(
      company,
      title,
      <MailLayout preview="Please check where you use it to advertise or promote." title={`${title}.`}>
        <MailText>
          {isOne ? 'This clip shows' : 'These clips show'} something or somebody without a release that covers
          advertising. Your {licenses.length === 1 ? 'license stays' : 'licenses stay'} as sold, and what is published
          stays within {licenses.length === 1 ? 'it' : 'them'}. But before you use{' '}
          {isOne ? 'the clip' : 'one of the clips'} to advertise, promote or endorse, please write to us: the people or
          property in it may have rights of their own, and we help you find another clip.
        </MailText>
        {licenses.slice(0, MAX_LISTED).map(({ id, clip, clip_id, order, use, closed_uses }) => (
          <MailText key={id}>
            <strong>{clip}</strong> (clip {clip_id}), order {order}
            <br />
            {use}
            {closed_uses.length > 0 && (
              <>
                <br />
                Please check first: {listFormat.format(closed_uses)}
              </>
            )}
          </MailText>
        ))}
        {licenses.length > MAX_LISTED && <MailText>And {licenses.length - MAX_LISTED} more.</MailText>}
        <MailButton to={`${public_url}/contact?topic=licensing`}>Write to us</MailButton>
        <MailNote>You get this because you license clips for your workspace.</MailNote>
      </MailLayout>,
    )
}
