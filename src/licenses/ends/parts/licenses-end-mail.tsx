/** The mail that licenses of a workspace end soon. */
import { Text } from 'react-email'

import { formatLongDate } from '#orders/dates.ts'
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  mailStyles as styles,
  MailText,
} from '#platform/mail/mail-layout.tsx'

type LicensesEndMailProps = {
  workspace: string
  /** Sorted by end; `ends_at` is an ISO timestamp. */
  licenses: readonly { clip: string; use: string; ends_at: string }[]
  licenses_at: string
  /** URL of the recipient's mail preferences. */
  preferences: string
  /** The address that turns such mails off; none for the last reminder, which always comes. */
  unsubscribe: string | undefined
}

const MAX_LISTED = 30

/** Returns, for example, "A license ends on March 2, 2027" or "3 licenses end by March 2, 2027". */
const formatTitle = (licenses: LicensesEndMailProps['licenses']): string => {
  const days = licenses.map(({ ends_at }) => formatLongDate(ends_at))
  const last = days.at(-1) ?? ''
  if (licenses.length === 1) return `A license ends on ${last}`
  return `${licenses.length} licenses end ${days[0] === last ? 'on' : 'by'} ${last}`
}

const LicensesEndMail = ({ workspace, licenses, licenses_at, preferences, unsubscribe }: LicensesEndMailProps) => (
  <MailLayout
    preview={`${formatTitle(licenses)}, in ${workspace}`}
    title={`${formatTitle(licenses)}.`}
    preferences={preferences}
    unsubscribe={unsubscribe}
  >
    <MailText>
      What {workspace} has made with {licenses.length === 1 ? 'this clip' : 'these clips'} within the term stays as it
      is. Downloads close when the license ends. To go on using a clip, license it again.
    </MailText>
    {licenses.slice(0, MAX_LISTED).map(({ clip, use, ends_at }) => (
      <MailText key={`${clip} ${use} ${ends_at}`}>
        <strong>{clip}</strong>, until {formatLongDate(ends_at)}
        <br />
        {use}
      </MailText>
    ))}
    {licenses.length > MAX_LISTED && <MailText>And {licenses.length - MAX_LISTED} more.</MailText>}
    <MailButton to={licenses_at}>Open your licenses</MailButton>
    <Text style={styles.soft}>The same page has a link that adds the ends of licenses to your calendar.</Text>
  </MailLayout>
)

/** Returns the mail's subject, HTML and plain text. */
export const licensesEndMail =
  (props: LicensesEndMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `${formatTitle(props.licenses)} (${company.name}, ${props.workspace})`,
      <LicensesEndMail {...props} />,
    )
