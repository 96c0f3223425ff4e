/** What every mail of ours stands in. Mail programs know no style sheets of ours: the looks stand here, inline. */
import type { CSSProperties, ReactNode } from 'react'
import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, render, Section, Text } from 'react-email'

import { brand } from './brand.ts'

const ink = '#1d1a17'
const soft = '#6b645c'
const line = '#e2dcd4'
const family = "'Hanken Grotesk', 'Helvetica Neue', Helvetica, Arial, sans-serif"

export const mailStyles = {
  body: { backgroundColor: '#f6f3ee', fontFamily: family, margin: 0, padding: '32px 0' },
  sheet: { backgroundColor: '#ffffff', maxWidth: '560px', padding: '40px 36px' },
  brand: { color: ink, fontSize: '17px', fontWeight: 700, letterSpacing: '-0.02em', margin: '0 0 40px' },
  title: {
    color: ink,
    fontSize: '28px',
    fontWeight: 700,
    letterSpacing: '-0.03em',
    lineHeight: '34px',
    margin: '0 0 12px',
  },
  text: { color: ink, fontSize: '15px', lineHeight: '23px', margin: '0 0 20px' },
  soft: { color: soft, fontSize: '13px', lineHeight: '20px', margin: 0 },
  name: { color: ink, fontSize: '15px', fontWeight: 600, lineHeight: '22px', margin: 0 },
  price: { color: ink, fontSize: '14px', lineHeight: '22px', margin: 0, textAlign: 'right' },
  total: { color: ink, fontSize: '17px', fontWeight: 700, lineHeight: '24px', margin: 0 },
  rule: { borderColor: line, margin: '14px 0' },
  strong_rule: { borderColor: ink, margin: '14px 0' },
  button: {
    backgroundColor: '#f0ad47',
    borderRadius: '3px',
    color: '#2b1d0a',
    fontSize: '15px',
    fontWeight: 600,
    padding: '13px 22px',
    textDecoration: 'none',
  },
  link: { color: soft, textDecoration: 'underline' },
} satisfies Record<string, CSSProperties>

type MailFrameProps = {
  /** The line that mailboxes show beside the subject. */
  preview: string
  title: string
  /** Where the reader chooses their mails without logging in. */
  preferences?: string | undefined
  children: ReactNode
}

/** The sheet with the brand, a title, what the mail says, and who we are. */
export const MailFrame = ({ preview, title, preferences, children }: MailFrameProps) => (
  <Html lang="en">
    <Head>
      <meta name="color-scheme" content="light" />
    </Head>
    <Preview>{preview}</Preview>
    <Body style={mailStyles.body}>
      <Container style={mailStyles.sheet}>
        <Text style={mailStyles.brand}>{brand.name}</Text>
        <Heading as="h1" style={mailStyles.title}>
          {title}
        </Heading>
        {children}
        <Hr style={{ ...mailStyles.rule, margin: '36px 0 14px' }} />
        <Text style={mailStyles.soft}>{`${brand.legal_name}, ${brand.email}, ${brand.phone}`}</Text>
        {preferences && (
          <Text style={mailStyles.soft}>
            <Link href={preferences} style={mailStyles.link}>
              Choose which mails you get, or none
            </Link>
          </Text>
        )}
      </Container>
    </Body>
  </Html>
)

export const MailText = ({ children }: { children: ReactNode }) => <Text style={mailStyles.text}>{children}</Text>

/** Smaller: what is good to know. */
export const MailNote = ({ children }: { children: ReactNode }) => <Text style={mailStyles.soft}>{children}</Text>

/** The one thing to do. */
export const MailButton = ({ to, children }: { to: string; children: ReactNode }) => (
  <Section style={{ margin: '8px 0 28px' }}>
    <Button href={to} style={mailStyles.button}>
      {children}
    </Button>
  </Section>
)

/** The mail as it is sent: subject, HTML, and plain text beside it. */
export const drawMail = async (subject: string, page: ReactNode) => ({
  subject,
  html: await render(page),
  text: await render(page, { plainText: true }),
})
