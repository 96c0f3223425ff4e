/** The mails about the user's own account. Each says what to do if someone else took the action. */
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'

export const passwordResetMail =
  ({ address }: { address: string }): MailContent =>
  company =>
    renderMail(
      company,
      `Choose a new ${company.name} password`,
      <MailLayout preview="The link works once, for an hour." title="Choose a new password">
        <MailText>Somebody, most likely you, asked for a new password for the account with this email.</MailText>
        <MailButton to={address}>Choose a new password</MailButton>
        <MailNote>
          The link works once, for an hour. If it was not you, there is nothing to do: your password stays as it is.
        </MailNote>
      </MailLayout>,
    )

export const passwordChangedMail =
  ({ address, preferences }: { address: string; preferences: string }): MailContent =>
  company =>
    renderMail(
      company,
      `Your ${company.name} password was changed`,
      <MailLayout
        preview="All other sessions have been signed out."
        title="Your password was changed"
        preferences={preferences}
      >
        <MailText>Log in with the new one from now on. All other sessions have been signed out.</MailText>
        <MailText>If it was not you, take your account back now: ask for a new password with this email.</MailText>
        <MailButton to={address}>It was not me</MailButton>
        <MailNote>{`Or call us: ${company.phone}.`}</MailNote>
      </MailLayout>,
    )

export const suspendedMail =
  ({ address }: { address: string }): MailContent =>
  company =>
    renderMail(
      company,
      `Your ${company.name} account is suspended`,
      <MailLayout
        preview="Nothing is deleted. Contact us, and a staff member will look into it."
        title="Your account is suspended"
      >
        <MailText>
          You cannot use the account with this email until a staff member has spoken with you. Nothing is deleted:
          boards, orders and licenses are as you left them, and what you licensed stays licensed.
        </MailText>
        <MailButton to={address}>Contact support</MailButton>
        <MailNote>{`Or call us: ${company.phone}.`}</MailNote>
      </MailLayout>,
    )

export const reinstatedMail =
  ({ address }: { address: string }): MailContent =>
  company =>
    renderMail(
      company,
      `Your ${company.name} account is open again`,
      <MailLayout preview="Everything is as you left it." title="Your account is open again">
        <MailText>Thank you for your patience. Everything is as you left it.</MailText>
        <MailButton to={address}>Log in</MailButton>
        <MailNote>{`If something is missing, write to ${company.email} or call ${company.phone}.`}</MailNote>
      </MailLayout>,
    )

/** `roles`: labels of the user's current roles. */
export const rolesChangedMail =
  ({ address, roles }: { address: string; roles: readonly string[] }): MailContent =>
  company =>
    renderMail(
      company,
      `What you may do on ${company.name} has changed`,
      <MailLayout preview="A staff member changed your roles." title="Your roles have changed">
        <MailText>
          {roles.length > 0
            ? `A staff member changed what the account with this email may do. Its roles are now: ${roles.join(', ')}.`
            : 'A staff member changed what the account with this email may do. It is now a customer account without other roles.'}
        </MailText>
        {roles.length > 0 && <MailText>Please keep two-step sign-in on: this account can do more now.</MailText>}
        <MailButton to={address}>{roles.length > 0 ? 'Two-step sign-in' : 'Your account'}</MailButton>
        <MailNote>{`Did you not expect this? Write to ${company.email} or call ${company.phone}.`}</MailNote>
      </MailLayout>,
    )

export const googleConnectedMail =
  ({ address }: { address: string }): MailContent =>
  company =>
    renderMail(
      company,
      `Your Google account was connected to ${company.name}`,
      <MailLayout preview="You can log in with it now." title="Your Google account was connected">
        <MailText>You can now log in with the Google account of this email, and with your password as before.</MailText>
        <MailText>If it was not you, disconnect it and change your password.</MailText>
        <MailButton to={address}>See how you log in</MailButton>
      </MailLayout>,
    )

export const emailConfirmationMail =
  ({ address, old_email }: { address: string; old_email: string }): MailContent =>
  company =>
    renderMail(
      company,
      `Confirm your new email for ${company.name}`,
      <MailLayout preview="One click, and this is the email of your account." title="Is this your new email?">
        <MailText>{`Somebody, most likely you, asked to change the email of the ${company.name} account ${old_email} to this one.`}</MailText>
        <MailButton to={address}>Confirm this email</MailButton>
        <MailNote>
          The link works once, for a day. If you did not request this, ignore this mail: without the link, nothing
          changes.
        </MailNote>
      </MailLayout>,
    )

export const emailTakenMail =
  ({ address }: { address: string }): MailContent =>
  company =>
    renderMail(
      company,
      `You have a ${company.name} account already`,
      <MailLayout preview="Another account asked for this email." title="This email has an account already">
        <MailText>
          Somebody, perhaps you, asked to use this email for another account. It belongs to your account, and that does
          not change.
        </MailText>
        <MailButton to={address}>Log in to your account</MailButton>
        <MailNote>If it was not you, there is nothing to do.</MailNote>
      </MailLayout>,
    )

export const emailNoticeMail =
  ({ address, new_email }: { address: string; new_email: string }): MailContent =>
  company =>
    renderMail(
      company,
      `A new email for your ${company.name} account`,
      <MailLayout preview={`It changes once ${new_email} is confirmed.`} title="A new email was requested">
        <MailText>{`The email of your account changes to ${new_email} as soon as that is confirmed. Until then this one stays.`}</MailText>
        <MailText>If it was not you, cancel the change and choose a new password: someone else knows yours.</MailText>
        <MailButton to={address}>See your account</MailButton>
      </MailLayout>,
    )

export const emailChangedMail =
  ({ old_email, new_email }: { old_email: string; new_email: string }): MailContent =>
  company =>
    renderMail(
      company,
      `Your ${company.name} email was changed`,
      <MailLayout preview={`${new_email} is the email of your account now.`} title="Your email was changed">
        <MailText>{`Your account has the email ${new_email} now, instead of ${old_email}. Log in with it from now on.`}</MailText>
        <MailNote>{`If it was not you, write to ${company.email} or call ${company.phone} right away.`}</MailNote>
      </MailLayout>,
    )
