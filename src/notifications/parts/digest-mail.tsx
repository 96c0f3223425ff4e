/** The digest mail. */
import type { CSSProperties } from 'react'
import { Column, Hr, Img, Link, Row, Section, Text } from 'react-email'

import type { DigestPace } from '#accounts/digest-pace.ts'
import {
  type MailContent,
  renderMail,
  MailLayout,
  MailNote,
  mailStyles as styles,
} from '#platform/mail/mail-layout.tsx'
import type { Company } from '#platform/settings/company.ts'

import type { DigestLine, DigestSection } from '../digest/part.ts'

type DigestMailProps = {
  sections: readonly DigestSection[]
  digest_pace: DigestPace
  public_url: string
  /** The address of the reader's mail preferences. */
  preferences: string
  /** The address that turns digests off. */
  unsubscribe: string
}

/** Lines shown per section; a link leads to the others. */
const MAX_LINES = 6
const PICTURE_WIDTH = 96
const PICTURE_HEIGHT = 54

const digestStyles = {
  heading: { ...styles.name, fontSize: '17px', letterSpacing: '-0.01em', margin: 0 },
  picture: { borderRadius: '3px', display: 'block', objectFit: 'cover' },
  name: { ...styles.name, textDecoration: 'none' },
  all: { ...styles.soft, margin: '14px 0 0' },
} satisfies Record<string, CSSProperties>

const titles: Record<DigestPace, string> = {
  immediate: 'Something new for you.',
  daily: 'Your daily summary.',
  weekly: 'Your weekly summary.',
  never: '',
}

const DigestLineRow = ({ line: { name, note, to, picture }, public_url }: { line: DigestLine; public_url: string }) => (
  <Section>
    <Hr style={styles.rule} />
    <Row>
      {picture && (
        <Column style={{ paddingRight: '16px', verticalAlign: 'top', width: `${PICTURE_WIDTH}px` }}>
          <Img
            src={new URL(picture, public_url).href}
            alt=""
            width={PICTURE_WIDTH}
            height={PICTURE_HEIGHT}
            style={digestStyles.picture}
          />
        </Column>
      )}
      <Column style={{ verticalAlign: 'top' }}>
        <Link href={public_url + to} style={digestStyles.name}>
          {name}
        </Link>
        <Text style={styles.soft}>{note}</Text>
      </Column>
    </Row>
  </Section>
)

const Digest = ({ sections, digest_pace, public_url, preferences, unsubscribe }: DigestMailProps) => (
  <MailLayout
    preview={sections.map(({ headline }) => headline).join(', ')}
    title={titles[digest_pace]}
    preferences={preferences}
    unsubscribe={unsubscribe}
  >
    {sections.map(({ title, lines, all }) => (
      <Section key={title} style={{ margin: '20px 0 32px' }}>
        <Text style={digestStyles.heading}>{title}</Text>
        {lines.slice(0, MAX_LINES).map(line => (
          <DigestLineRow key={`${line.to} ${line.name}`} line={line} public_url={public_url} />
        ))}
        <Hr style={styles.rule} />
        <Text style={digestStyles.all}>
          {lines.length > MAX_LINES && `And ${lines.length - MAX_LINES} more. `}
          <Link href={public_url + all.to} style={styles.link}>
            {all.text}
          </Link>
        </Text>
      </Section>
    ))}
    <MailNote>You choose how often you get this email.</MailNote>
  </MailLayout>
)

/** "4 clips on your boards, you have a quote to review (Longtake)" */
const formatSubject = ({ name }: Company, sections: DigestMailProps['sections']): string => {
  const headlines = sections.map(({ headline }) => headline).join(', ')
  return `${headlines.charAt(0).toUpperCase()}${headlines.slice(1)} (${name})`
}

/** Renders the subject, HTML and plain text of the mail. */
export const digestMail =
  (props: DigestMailProps): MailContent =>
  company =>
    renderMail(company, formatSubject(company, props.sections), <Digest {...props} />)
