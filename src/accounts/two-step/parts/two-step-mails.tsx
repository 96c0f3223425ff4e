/** The mails about changes of two-step sign-in. Each says what to do if someone else made the change. */
import type { TwoStepChange } from '#platform/jobs/outbox.server.ts'
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'

type TwoStepMailText = { subject: string; title: string; text: string }

const mailTexts: Record<TwoStepChange, TwoStepMailText> = {
  on: {
    subject: 'Two-step sign-in is on',
    title: 'Two-step sign-in is on',
    text: 'From now on your password alone is not enough to log in. All other sessions have been signed out.',
  },
  off: {
    subject: 'Two-step sign-in is off',
    title: 'Two-step sign-in is off',
    text: 'Your password alone is enough to log in from now on. Your recovery codes no longer work.',
  },
  app_added: {
    subject: 'An authenticator app was added to your account',
    title: 'An authenticator app was added',
    text: 'When you log in, you enter one of its codes.',
  },
  app_removed: {
    subject: 'The authenticator app was removed from your account',
    title: 'The authenticator app was removed',
    text: 'Its codes no longer work. Two-step sign-in stays on with your passkeys.',
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    title: 'A passkey was added',
    text: 'You can log in with it, without your password.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    title: 'A passkey was removed',
    text: 'You can no longer log in with it. Two-step sign-in stays on.',
  },
  codes_renewed: {
    subject: 'You have new recovery codes',
    title: 'You have new recovery codes',
    text: 'You have ten new ones. The earlier ones no longer work.',
  },
  code_used: {
    subject: 'A recovery code was used to log in',
    title: 'A recovery code was used',
    text: 'Somebody, most likely you, logged in with your password and a recovery code. Each of them works once.',
  },
  reset_requested: {
    subject: 'A reset of your two-step sign-in was requested',
    title: 'A reset of your two-step sign-in was requested',
    text: 'A member of our staff requested it, and another one has 24 hours to approve it. Until then nothing changes.',
  },
  reset: {
    subject: 'Your two-step sign-in was reset',
    title: 'Your two-step sign-in was reset',
    text: 'Two members of our staff removed your app, passkeys and recovery codes, and all sessions have been signed out. Log in with your password and set it up again.',
  },
}

export const twoStepMail = ({ change, address }: { change: TwoStepChange; address: string }): MailContent => {
  const { subject, title, text } = mailTexts[change]
  return company =>
    renderMail(
      company,
      `${company.name}: ${subject}`,
      <MailLayout preview={text} title={title}>
        <MailText>{text}</MailText>
        <MailButton to={address}>See your two-step sign-in</MailButton>
        <MailNote>{`If it was not you, choose a new password right away, and write to ${company.email} or call ${company.phone}.`}</MailNote>
      </MailLayout>,
    )
}

export const mailboxCodeMail =
  ({ code }: { code: string }): MailContent =>
  company =>
    renderMail(
      company,
      `${company.name}: Your code is ${code}`,
      <MailLayout preview="For your first app or passkey, within ten minutes" title="Your code">
        <MailText>
          Enter {code} to set up two-step sign-in. The code works once, and within ten minutes. Nobody from{' '}
          {company.name} asks you for it.
        </MailText>
        <MailNote>{`If it was not you, somebody knows your password: choose a new one right away, and write to ${company.email} or call ${company.phone}.`}</MailNote>
      </MailLayout>,
    )
