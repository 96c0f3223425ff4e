/** The mails of one's own account, each with what to do when it was somebody else. */
import { brand } from '#platform/brand.ts'
import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'

export const passwordResetMail = ({ address }: { address: string }) =>
  drawMail(
    `Choose a new ${brand.name} password`,
    <MailFrame preview="The link works once, for an hour." title="Choose a new password">
      <MailText>Somebody, most likely you, asked for a new password for the account with this email.</MailText>
      <MailButton to={address}>Choose a new password</MailButton>
      <MailNote>
        The link works once, for an hour. If it was not you, there is nothing to do: your password stays as it is.
      </MailNote>
    </MailFrame>,
  )

export const knownEmailMail = ({ login, reset }: { login: string; reset: string }) =>
  drawMail(
    `You already have a ${brand.name} account`,
    <MailFrame preview="Log in, or choose a new password." title="You already have an account">
      <MailText>Somebody, most likely you, tried to create an account with this email. There is one already.</MailText>
      <MailButton to={login}>Log in</MailButton>
      <MailText>
        Forgot your password? <a href={reset}>Choose a new one</a>.
      </MailText>
      <MailNote>If it was not you, there is nothing to do: nothing has changed.</MailNote>
    </MailFrame>,
  )

export const passwordChangedMail = ({ address, preferences }: { address: string; preferences: string }) =>
  drawMail(
    `Your ${brand.name} password was changed`,
    <MailFrame
      preview="All other sessions have been signed out."
      title="Your password was changed"
      preferences={preferences}
    >
      <MailText>Log in with the new one from now on. All other sessions have been signed out.</MailText>
      <MailText>If it was not you, take your account back now: ask for a new password with this email.</MailText>
      <MailButton to={address}>It was not me</MailButton>
      <MailNote>{`Or call us: ${brand.phone}.`}</MailNote>
    </MailFrame>,
  )

export const suspendedMail = ({ address }: { address: string }) =>
  drawMail(
    `Your ${brand.name} account is suspended`,
    <MailFrame preview="Nothing is deleted. Write to us, and one of us looks at it." title="Your account is suspended">
      <MailText>
        You cannot use the account with this email until one of our people has spoken with you. Nothing is deleted:
        boards, orders and licenses are as you left them, and what you licensed stays licensed.
      </MailText>
      <MailButton to={address}>Contact support</MailButton>
      <MailNote>{`Or call us: ${brand.phone}.`}</MailNote>
    </MailFrame>,
  )

export const letInAgainMail = ({ address }: { address: string }) =>
  drawMail(
    `Your ${brand.name} account is open again`,
    <MailFrame preview="Everything is as you left it." title="Your account is open again">
      <MailText>Thank you for your patience. Everything is as you left it.</MailText>
      <MailButton to={address}>Log in</MailButton>
      <MailNote>{`If something is missing, write to ${brand.email} or call ${brand.phone}.`}</MailNote>
    </MailFrame>,
  )

/** `roles`: those that they have now, as our people call them. */
export const rolesChangedMail = ({ address, roles }: { address: string; roles: readonly string[] }) =>
  drawMail(
    `What you may do on ${brand.name} has changed`,
    <MailFrame preview="One of our people changed your roles." title="Your roles have changed">
      <MailText>
        {roles.length > 0
          ? `One of our people changed what the account with this email may do. Its roles from now on: ${roles.join(', ')}.`
          : 'One of our people changed what the account with this email may do. It is a customer account now, without other roles.'}
      </MailText>
      {roles.length > 0 && <MailText>Please keep two-step sign-in on: this account can do more now.</MailText>}
      <MailButton to={address}>{roles.length > 0 ? 'Two-step sign-in' : 'Your account'}</MailButton>
      <MailNote>{`Did you not expect this? Write to ${brand.email} or call ${brand.phone}.`}</MailNote>
    </MailFrame>,
  )

export const googleConnectedMail = ({ address }: { address: string }) =>
  drawMail(
    `Your Google account was connected to ${brand.name}`,
    <MailFrame preview="You can log in with it now." title="Your Google account was connected">
      <MailText>You can now log in with the Google account of this email, and with your password as before.</MailText>
      <MailText>If it was not you, disconnect it and change your password.</MailText>
      <MailButton to={address}>See how you log in</MailButton>
    </MailFrame>,
  )

export const emailConfirmationMail = ({ address, old_email }: { address: string; old_email: string }) =>
  drawMail(
    `Confirm your new email for ${brand.name}`,
    <MailFrame preview="One click, and this is the email of your account." title="Is this your new email?">
      <MailText>{`Somebody, most likely you, asked to change the email of the ${brand.name} account ${old_email} to this one.`}</MailText>
      <MailButton to={address}>Confirm this email</MailButton>
      <MailNote>
        The link works once, for a day. If you know nothing of it, leave it: without the link, nothing changes.
      </MailNote>
    </MailFrame>,
  )

export const emailTakenMail = ({ address }: { address: string }) =>
  drawMail(
    `You have a ${brand.name} account already`,
    <MailFrame preview="Another account asked for this email." title="This email has an account already">
      <MailText>
        Somebody, perhaps you, asked to use this email for another account. It belongs to yours, and stays with it.
      </MailText>
      <MailButton to={address}>Log in to your account</MailButton>
      <MailNote>If it was not you, there is nothing to do.</MailNote>
    </MailFrame>,
  )

export const emailNoticeMail = ({ address, new_email }: { address: string; new_email: string }) =>
  drawMail(
    `A new email for your ${brand.name} account`,
    <MailFrame preview={`It changes once ${new_email} is confirmed.`} title="A new email was asked for">
      <MailText>{`The email of your account changes to ${new_email} as soon as that is confirmed. Until then this one stays.`}</MailText>
      <MailText>
        If it was not you, cancel the change and choose a new password: whoever asked for it knows yours.
      </MailText>
      <MailButton to={address}>See your account</MailButton>
    </MailFrame>,
  )

export const emailChangedMail = ({ old_email, new_email }: { old_email: string; new_email: string }) =>
  drawMail(
    `Your ${brand.name} email was changed`,
    <MailFrame preview={`${new_email} is the email of your account now.`} title="Your email was changed">
      <MailText>{`Your account has the email ${new_email} now, instead of ${old_email}. Log in with it from now on.`}</MailText>
      <MailNote>{`If it was not you, write to ${brand.email} or call ${brand.phone} right away.`}</MailNote>
    </MailFrame>,
  )
