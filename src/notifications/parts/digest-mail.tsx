/** What was gathered for somebody, as one mail. */
import type { CSSProperties } from 'react'
import { Column, Hr, Img, Link, Row, Section, Text } from 'react-email'

import type { DigestPace } from '#accounts/digest-pace.ts'
import { brand } from '#platform/brand.ts'
import { drawMail, MailFrame, MailNote, mailStyles as styles } from '#platform/mail-frame.tsx'

import type { DigestLine, DigestSection } from '../digest/part.ts'

type Props = {
  sections: readonly DigestSection[]
  digest_pace: DigestPace
  public_url: string
  /** Where the reader chooses their mails. */
  preferences: string
}

/** What a mail shows of a section; the rest is a click away. */
const most_lines = 6
const picture_width = 96
const picture_height = 54

const own = {
  heading: { ...styles.name, fontSize: '17px', letterSpacing: '-0.01em', margin: 0 },
  picture: { borderRadius: '3px', display: 'block', objectFit: 'cover' },
  name: { ...styles.name, textDecoration: 'none' },
  all: { ...styles.soft, margin: '14px 0 0' },
} satisfies Record<string, CSSProperties>

const titles: Record<DigestPace, string> = {
  at_once: 'Something new for you.',
  daily: 'Your day in short.',
  weekly: 'Your week in short.',
  never: '',
}

const Line = ({ line: { name, note, to, picture }, public_url }: { line: DigestLine; public_url: string }) => (
  <Section>
    <Hr style={styles.rule} />
    <Row>
      {picture && (
        <Column style={{ paddingRight: '16px', verticalAlign: 'top', width: `${picture_width}px` }}>
          <Img
            src={new URL(picture, public_url).href}
            alt=""
            width={picture_width}
            height={picture_height}
            style={own.picture}
          />
        </Column>
      )}
      <Column style={{ verticalAlign: 'top' }}>
        <Link href={public_url + to} style={own.name}>
          {name}
        </Link>
        <Text style={styles.soft}>{note}</Text>
      </Column>
    </Row>
  </Section>
)

const Digest = ({ sections, digest_pace, public_url, preferences }: Props) => (
  <MailFrame
    preview={sections.map(({ headline }) => headline).join(', ')}
    title={titles[digest_pace]}
    preferences={preferences}
  >
    {sections.map(({ title, lines, all }) => (
      <Section key={title} style={{ margin: '20px 0 32px' }}>
        <Text style={own.heading}>{title}</Text>
        {lines.slice(0, most_lines).map(line => (
          <Line key={`${line.to} ${line.name}`} line={line} public_url={public_url} />
        ))}
        <Hr style={styles.rule} />
        <Text style={own.all}>
          {lines.length > most_lines && `And ${lines.length - most_lines} more. `}
          <Link href={public_url + all.to} style={styles.link}>
            {all.text}
          </Link>
        </Text>
      </Section>
    ))}
    <MailNote>You choose how often this mail comes.</MailNote>
  </MailFrame>
)

/** "4 clips on your boards, 1 quote waits (Longtake)" */
const subjectOf = (sections: Props['sections']): string => {
  const said = sections.map(({ headline }) => headline).join(', ')
  return `${said.charAt(0).toUpperCase()}${said.slice(1)} (${brand.name})`
}

/** The mail's subject, HTML and plain text. */
export const digestMail = (props: Props) => drawMail(subjectOf(props.sections), <Digest {...props} />)
