/** The layout of every email. Styles are inline, because email clients do not load style sheets. */
import type { CSSProperties, ReactNode } from 'react'
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Img,
  Link,
  Preview,
  render,
  Section,
  Text,
} from 'react-email'

import { CompanyContext, useCompany } from '../settings/company-context.ts'
import type { Company } from '../settings/company.ts'

const TEXT_COLOR = '#1d1a17'
const MUTED_COLOR = '#6b645c'
const LINE_COLOR = '#e2dcd4'
const PAPER_COLOR = '#f6f3ee'
const SHEET_COLOR = '#ffffff'
const ACCENT_COLOR = '#f0ad47'
const FONT_FAMILY = "'Hanken Grotesk', 'Helvetica Neue', Helvetica, Arial, sans-serif"

export const mailStyles = {
  body: { backgroundColor: PAPER_COLOR, fontFamily: FONT_FAMILY, margin: 0, padding: '32px 0' },
  sheet: { backgroundColor: SHEET_COLOR, maxWidth: '560px', padding: '40px 36px' },
  brand: { color: TEXT_COLOR, fontSize: '17px', fontWeight: 700, letterSpacing: '-0.02em', margin: '0 0 40px' },
  title: {
    color: TEXT_COLOR,
    fontSize: '28px',
    fontWeight: 700,
    letterSpacing: '-0.03em',
    lineHeight: '34px',
    margin: '0 0 12px',
  },
  text: { color: TEXT_COLOR, fontSize: '17px', lineHeight: '26px', margin: '0 0 20px' },
  soft: { color: MUTED_COLOR, fontSize: '13px', lineHeight: '20px', margin: 0 },
  name: { color: TEXT_COLOR, fontSize: '15px', fontWeight: 600, lineHeight: '22px', margin: 0 },
  price: { color: TEXT_COLOR, fontSize: '14px', lineHeight: '22px', margin: 0, textAlign: 'right' },
  total: { color: TEXT_COLOR, fontSize: '17px', fontWeight: 700, lineHeight: '24px', margin: 0 },
  rule: { borderColor: LINE_COLOR, margin: '14px 0' },
  strong_rule: { borderColor: TEXT_COLOR, margin: '14px 0' },
  button: {
    backgroundColor: ACCENT_COLOR,
    borderRadius: '3px',
    color: '#2b1d0a',
    fontSize: '15px',
    fontWeight: 600,
    padding: '13px 22px',
    textDecoration: 'none',
  },
  link: { color: MUTED_COLOR, textDecoration: 'underline' },
} satisfies Record<string, CSSProperties>

/**
 * For clients with a dark theme. Their elements are found by their inline colors, because no mail has to repeat what its
 * text looks like in the dark.
 */
const DARK_STYLES = `@media (prefers-color-scheme: dark) {
[style*="background-color:${PAPER_COLOR}"] { background-color: #0f0d0c !important }
[style*="background-color:${SHEET_COLOR}"] { background-color: #1a1715 !important }
[style*="color:${TEXT_COLOR}"] { color: #f3efe9 !important }
[style*="color:${MUTED_COLOR}"] { color: #b0a79c !important }
[style*="border-color:${LINE_COLOR}"] { border-color: #38322c !important }
[style*="border-color:${TEXT_COLOR}"], [style*="solid ${TEXT_COLOR}"] { border-color: #f3efe9 !important }
}`

const markStyles = {
  frame: {
    border: `2px solid ${TEXT_COLOR}`,
    display: 'inline-block',
    height: '12px',
    lineHeight: '12px',
    marginRight: '9px',
    verticalAlign: '-2px',
    width: '30px',
  },
  head: { backgroundColor: ACCENT_COLOR, display: 'block', height: '12px', marginLeft: '18px', width: '3px' },
} satisfies Record<string, CSSProperties>

/** The mark of the product's own name, drawn without a picture, because many clients block those. */
const Mark = () => (
  <span style={markStyles.frame}>
    <span style={markStyles.head} />
  </span>
)

type MailLayoutProps = {
  /** The preview line that email clients show next to the subject. */
  preview: string
  title: string
  /** The URL where the recipient changes their email preferences without logging in. */
  preferences?: string | undefined
  /** The URL where the recipient turns off mails of this kind, for mails that are no transactions. */
  unsubscribe?: string | undefined
  children: ReactNode
}

/** The email body with the brand, a title, the content and the company's details. */
export const MailLayout = ({ preview, title, preferences, unsubscribe, children }: MailLayoutProps) => {
  const company = useCompany()
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style dangerouslySetInnerHTML={{ __html: DARK_STYLES }} />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={mailStyles.body}>
        <Container style={mailStyles.sheet}>
          {company.logo_picture ? (
            <Img
              {...fitLogo(company.logo_picture)}
              alt={company.name}
              style={{ ...mailStyles.brand, display: 'block' }}
            />
          ) : (
            <Text style={mailStyles.brand}>
              {company.is_default && <Mark />}
              {company.name}
            </Text>
          )}
          <Heading as="h1" style={mailStyles.title}>
            {title}
          </Heading>
          {children}
          <Hr style={{ ...mailStyles.rule, margin: '36px 0 14px' }} />
          {listCompanyFacts(company).map(line => (
            <Text key={line} style={mailStyles.soft}>
              {line}
            </Text>
          ))}
          {preferences && (
            <Text style={mailStyles.soft}>
              <Link href={preferences} style={mailStyles.link}>
                Email preferences
              </Link>
            </Text>
          )}
          {unsubscribe && (
            <Text style={mailStyles.soft}>
              <Link href={unsubscribe} style={mailStyles.link}>
                Unsubscribe from these emails
              </Link>
            </Text>
          )}
        </Container>
      </Body>
    </Html>
  )
}

const LOGO_BOX_PX = { width: 240, height: 32 }

/** Returns the picture with the size that fits, because mail programs need it. */
const fitLogo = ({ src, width, height }: NonNullable<Company['logo_picture']>) => {
  const scale = Math.min(LOGO_BOX_PX.width / width, LOGO_BOX_PX.height / height)
  return { src, width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** "Longtake Footage Ltd., 1 Quay St, Dublin, Ireland", "hello@longtake.example, 1-800-805-6802", "VAT IE1234567FA" */
const listCompanyFacts = ({ legal_name, address, country, email, phone, register, tax_ids }: Company) =>
  [
    [legal_name, ...address, country],
    [email, phone],
    [register, ...tax_ids],
  ].flatMap(parts => parts.filter(part => part !== '').join(', ') || [])

export const MailText = ({ children }: { children: ReactNode }) => <Text style={mailStyles.text}>{children}</Text>

/** Small secondary text. */
export const MailNote = ({ children }: { children: ReactNode }) => <Text style={mailStyles.soft}>{children}</Text>

/** The email's call to action. */
export const MailButton = ({ to, children }: { to: string; children: ReactNode }) => (
  <Section style={{ margin: '8px 0 28px' }}>
    <Button href={to} style={mailStyles.button}>
      {children}
    </Button>
  </Section>
)

/** An email as it goes out. */
export type RenderedMail = { subject: string; text: string; html: string }
/** What an email says, in the name of the company of the moment. */
export type MailContent = (company: Company) => Promise<RenderedMail>

/** Renders an email of the company: subject, HTML and plain text. */
export const renderMail = async (company: Company, subject: string, page: ReactNode): Promise<RenderedMail> => {
  const mail = <CompanyContext value={company}>{page}</CompanyContext>
  return { subject, html: await render(mail), text: await render(mail, { plainText: true }) }
}
