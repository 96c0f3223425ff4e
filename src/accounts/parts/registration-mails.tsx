/** The mails of a registration: the code for a new email, a login link for one that has an account. */
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'

export const registrationCodeMail =
  ({ code }: { code: string }): MailContent =>
  company =>
    renderMail(
      company,
      `${code} is your ${company.name} code`,
      <MailLayout preview="Enter it to finish creating your account." title="Confirm your email">
        <MailText>Enter this code on the page where you signed up. It works for 30 minutes.</MailText>
        <MailText>
          <strong style={{ fontFamily: 'monospace', fontSize: '28px', letterSpacing: '0.12em' }}>{code}</strong>
        </MailText>
        <MailNote>If you didn’t create an account, ignore this mail. We won’t send any others.</MailNote>
      </MailLayout>,
    )

export const knownEmailMail =
  ({ login, reset }: { login: string; reset: string }): MailContent =>
  company =>
    renderMail(
      company,
      `You already have a ${company.name} account`,
      <MailLayout preview="Log in, or choose a new password." title="You already have an account">
        <MailText>
          Somebody, most likely you, tried to create an account with this email. You have one already, so there’s no
          code to enter.
        </MailText>
        <MailButton to={login}>Log in</MailButton>
        <MailText>
          Forgot your password? <a href={reset}>Choose a new one</a>.
        </MailText>
        <MailNote>If it wasn’t you, there’s nothing to do: nothing has changed.</MailNote>
      </MailLayout>,
    )
