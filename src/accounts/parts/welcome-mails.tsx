/** The mails of a new account: the email confirmation and the welcome. */
import { Link } from 'react-email'

import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  mailStyles,
  MailText,
} from '#platform/mail/mail-layout.tsx'

export const verificationMail =
  ({ address, email }: { address: string; email: string }): MailContent =>
  company =>
    renderMail(
      company,
      `Confirm your email for ${company.name}`,
      <MailLayout preview="One click, and your account is complete." title="Confirm your email">
        <MailText>{`Your ${company.name} account was created with ${email}. One click shows that our mails reach you.`}</MailText>
        <MailButton to={address}>Confirm my email</MailButton>
        <MailNote>
          The link works once, for three days. If you did not create an account, ignore this mail: we will send no
          others.
        </MailNote>
      </MailLayout>,
    )

type WelcomeMailProps = { first_name: string; shop: string; preferences: string }

const firstSteps = [
  ['/clips', 'Search the footage', 'by text, by color, or by a frame of your own.'],
  ['/boards', 'Gather it on boards', 'that your team and your clients can see.'],
  ['/pricing', 'See what a license costs', 'before you request it: every price is on one page.'],
  ['/services', 'Let us look for you', 'at no charge, within one business day.'],
] as const

export const welcomeMail =
  ({ first_name, shop, preferences }: WelcomeMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `Welcome to ${company.name}`,
      <MailLayout
        preview="Your account is ready. Here is where most people begin."
        title={first_name ? `Welcome, ${first_name}` : `Welcome to ${company.name}`}
        preferences={preferences}
      >
        <MailText>
          Your account is ready. Comps are free to cut with; you pay when you license. Here is where most people begin:
        </MailText>
        {firstSteps.map(([path, title, text]) => (
          <MailText key={path}>
            <Link href={shop + path} style={{ ...mailStyles.link, color: mailStyles.text.color, fontWeight: 600 }}>
              {title}
            </Link>{' '}
            {text}
          </MailText>
        ))}
        <MailButton to={`${shop}/clips`}>Start browsing</MailButton>
        <MailNote>{`Questions? Answer this mail, or call ${company.phone}.`}</MailNote>
      </MailLayout>,
    )
