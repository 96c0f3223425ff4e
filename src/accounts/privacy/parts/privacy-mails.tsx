/** The mails of data exports and account deletion. */
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const exportReadyMail =
  ({ address, expires_at }: { address: string; expires_at: Date }): MailContent =>
  company =>
    renderMail(
      company,
      `Your ${company.name} data is ready`,
      <MailLayout preview={`Download it until ${dateFormat.format(expires_at)}.`} title="Your data is ready">
        <MailText>All data that we store about you is in one file. Log in to download it.</MailText>
        <MailButton to={address}>Download your data</MailButton>
        <MailNote>{`It is there until ${dateFormat.format(expires_at)}. If you did not ask for it, change your password.`}</MailNote>
      </MailLayout>,
    )

export const deletionRequestedMail =
  ({ address, due_at }: { address: string; due_at: Date }): MailContent =>
  company =>
    renderMail(
      company,
      `Your ${company.name} account will be deleted on ${dateFormat.format(due_at)}`,
      <MailLayout preview="Until then you can keep it." title="Your account will be deleted">
        <MailText>{`You asked us to delete your account. On ${dateFormat.format(due_at)} we delete it with your boards, your carts and your saved payment methods.`}</MailText>
        <MailText>Orders, invoices and licenses are kept, as the law requires, without your account.</MailText>
        <MailButton to={address}>Keep my account</MailButton>
        <MailNote>{`If it was not you who asked, keep the account, choose a new password, and call us: ${company.phone}.`}</MailNote>
      </MailLayout>,
    )

export const deletionTakenBackMail =
  ({ address }: { address: string }): MailContent =>
  company =>
    renderMail(
      company,
      `Your ${company.name} account stays`,
      <MailLayout preview="It will not be deleted." title="Your account stays">
        <MailText>It will not be deleted, and nothing has changed.</MailText>
        <MailButton to={address}>See your account</MailButton>
      </MailLayout>,
    )

export const deletionHeldMail =
  ({ address, obstacles }: { address: string; obstacles: readonly string[] }): MailContent =>
  company =>
    renderMail(
      company,
      `Your ${company.name} account could not be deleted yet`,
      <MailLayout preview="There is something for you to do first." title="Your account could not be deleted yet">
        <MailText>Before we can delete your account, please do the following:</MailText>
        {obstacles.map(text => (
          <MailText key={text}>{text}</MailText>
        ))}
        <MailText>As soon as it is done, we delete the account.</MailText>
        <MailButton to={address}>See your account</MailButton>
      </MailLayout>,
    )

export const goodbyeMail = (): MailContent => company =>
  renderMail(
    company,
    `Your ${company.name} account has been deleted`,
    <MailLayout preview="This is our last mail about it." title="Your account has been deleted">
      <MailText>This is our last mail about it. You can use this email for a new account.</MailText>
      <MailNote>{`For documents of earlier orders, write to ${company.email}.`}</MailNote>
    </MailLayout>,
  )
