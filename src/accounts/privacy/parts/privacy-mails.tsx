/** The mails of privacy: a file that is ready, and an account that goes or stays. */
import { brand } from '#platform/brand.ts'
import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const exportReadyMail = ({ address, expires_at }: { address: string; expires_at: Date }) =>
  drawMail(
    `Your ${brand.name} data is ready`,
    <MailFrame preview={`Download it until ${days.format(expires_at)}.`} title="Your data is ready">
      <MailText>Everything that we hold about you is in one file. Log in to download it.</MailText>
      <MailButton to={address}>Download your data</MailButton>
      <MailNote>{`It is there until ${days.format(expires_at)}. If you did not ask for it, change your password.`}</MailNote>
    </MailFrame>,
  )

export const deletionAskedMail = ({ address, due_at }: { address: string; due_at: Date }) =>
  drawMail(
    `Your ${brand.name} account will be deleted on ${days.format(due_at)}`,
    <MailFrame preview="Until then you can keep it." title="Your account will be deleted">
      <MailText>{`You asked us to delete your account. On ${days.format(due_at)} we delete it with your boards, your carts and your saved payment methods.`}</MailText>
      <MailText>Orders, invoices and licenses are kept, as the law requires, without your account.</MailText>
      <MailButton to={address}>Keep my account</MailButton>
      <MailNote>{`If it was not you who asked, keep the account, choose a new password, and call us: ${brand.phone}.`}</MailNote>
    </MailFrame>,
  )

export const deletionTakenBackMail = ({ address }: { address: string }) =>
  drawMail(
    `Your ${brand.name} account stays`,
    <MailFrame preview="It will not be deleted." title="Your account stays">
      <MailText>It will not be deleted, and everything is as it was.</MailText>
      <MailButton to={address}>See your account</MailButton>
    </MailFrame>,
  )

export const deletionHeldMail = ({ address, obstacles }: { address: string; obstacles: readonly string[] }) =>
  drawMail(
    `Your ${brand.name} account could not be deleted yet`,
    <MailFrame preview="There is something for you to do first." title="Your account could not be deleted yet">
      <MailText>Before we can delete your account, please see to this:</MailText>
      {obstacles.map(text => (
        <MailText key={text}>{text}</MailText>
      ))}
      <MailText>As soon as it is done, we delete the account.</MailText>
      <MailButton to={address}>See your account</MailButton>
    </MailFrame>,
  )

export const goodbyeMail = () =>
  drawMail(
    `Your ${brand.name} account has been deleted`,
    <MailFrame preview="This is our last mail about it." title="Your account has been deleted">
      <MailText>This is our last mail about it. You can use this email for a new account.</MailText>
      <MailNote>{`For papers of earlier orders, write to ${brand.email}.`}</MailNote>
    </MailFrame>,
  )
