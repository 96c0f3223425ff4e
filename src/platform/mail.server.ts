import { createTransport } from 'nodemailer'

import type { Config } from './config.server.ts'
import { messageOf } from './message.ts'

export type Mail = {
  to: string
  /** Who gets the answers, when that is not us. */
  reply_to?: string
  subject: string
  text: string
  html: string
}

export type Mailer = {
  /** Throws when the mail server does not take it: the job tries again. */
  send: (mail: Mail) => Promise<void>
  /** Whether the next mail to somebody would be one that went out already, about the same news: ask before making a link that ends the one they have. */
  wasSent: (to: string) => Promise<boolean>
  close: () => void
}

/** A mail server that says nothing must not hold up the mails of others for long. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Mail over SMTP; the demo's server is the mailbox of our own sandbox. */
export const openMail = ({ smtp_url, mail_from }: Pick<Config, 'smtp_url' | 'mail_from'>): Mailer => {
  if (!smtp_url) return rememberMail()
  const transport = createTransport({ url: smtp_url, ...patience }, { from: mail_from })
  return {
    send: ({ reply_to, ...mail }) =>
      transport.sendMail({ ...mail, ...(reply_to && { replyTo: reply_to }) }).then(
        () => {},
        (error: unknown) => {
          throw withoutAddresses(error)
        },
      ),
    wasSent: async () => false,
    close: () => transport.close(),
  }
}

/** What a mail server says of a mail names its people; it goes to the log, and rests with the job. Nothing else of the error is kept. */
const withoutAddresses = (error: unknown) =>
  new Error(messageOf(error).replaceAll(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '…'))

/** For tests: keeps every mail. */
export const rememberMail = (): Mailer & { sent: Mail[] } => {
  const sent: Mail[] = []
  return { sent, send: async mail => void sent.push(mail), wasSent: async () => false, close: () => {} }
}
