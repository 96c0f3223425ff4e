/** The mail that licenses of a workspace end soon. */
import { Text } from 'react-email'

import { brand } from '#platform/brand.ts'
import { drawMail, MailButton, MailFrame, mailStyles as styles, MailText } from '#platform/mail-frame.tsx'

import { longDate } from '../../dates.ts'

type Props = {
  workspace: string
  /** By end; `ends_at` is an ISO moment. */
  licenses: readonly { clip: string; use: string; ends_at: string }[]
  licenses_at: string
  /** Where the reader chooses their mails. */
  preferences: string
}

const most_shown = 30

/** "A license ends on March 2, 2027", "3 licenses end by March 2, 2027" */
const titleOf = (licenses: Props['licenses']): string => {
  const days = licenses.map(({ ends_at }) => longDate(ends_at))
  const last = days.at(-1) ?? ''
  if (licenses.length === 1) return `A license ends on ${last}`
  return `${licenses.length} licenses end ${days[0] === last ? 'on' : 'by'} ${last}`
}

const LicensesEnd = ({ workspace, licenses, licenses_at, preferences }: Props) => (
  <MailFrame
    preview={`${titleOf(licenses)}, in ${workspace}`}
    title={`${titleOf(licenses)}.`}
    preferences={preferences}
  >
    <MailText>
      What {workspace} has made with {licenses.length === 1 ? 'this clip' : 'these clips'} within the term stays as it
      is. Downloads close when the license ends. To go on using a clip, license it again.
    </MailText>
    {licenses.slice(0, most_shown).map(({ clip, use, ends_at }) => (
      <MailText key={`${clip} ${use} ${ends_at}`}>
        <strong>{clip}</strong>, until {longDate(ends_at)}
        <br />
        {use}
      </MailText>
    ))}
    {licenses.length > most_shown && <MailText>And {licenses.length - most_shown} more.</MailText>}
    <MailButton to={licenses_at}>Open your licenses</MailButton>
    <Text style={styles.soft}>The same page has a link that puts the ends of licenses into your calendar.</Text>
  </MailFrame>
)

/** The mail's subject, HTML and plain text. */
export const licensesEndMail = (props: Props) =>
  drawMail(`${titleOf(props.licenses)} (${brand.name}, ${props.workspace})`, <LicensesEnd {...props} />)
