import { createTransport } from 'nodemailer'

import type { Config } from '../config.server.ts'
import { messageOf } from '../http/error-message.ts'

export type Mail = {
  to: string
  /** The reply address, when it is not ours. */
  reply_to?: string
  subject: string
  text: string
  html: string
}

export type Mailer = {
  /** Throws when the mail server rejects the email, so that the job is retried. */
  send: (mail: Mail) => Promise<void>
  /**
   * Returns whether the next email to this recipient was already sent for the same event. Check it before creating a
   * link that invalidates the previous one.
   */
  wasSent: (to: string) => Promise<boolean>
  close: () => void
}

/** An unresponsive mail server must not delay other emails for long. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Opens the SMTP mailer. The demo's server is the sandbox mailbox. */
export const openMail = ({ smtp_url, mail_from }: Pick<Config, 'smtp_url' | 'mail_from'>): Mailer => {
  if (!smtp_url) return createFakeMailer()
  const transport = createTransport({ url: smtp_url, ...SMTP_TIMEOUTS }, { from: mail_from })
  return {
    send: ({ reply_to, ...mail }) =>
      transport.sendMail({ ...mail, ...(reply_to && { replyTo: reply_to }) }).then(
        () => {},
        (error: unknown) => {
          throw toAddressFreeError(error)
        },
      ),
    wasSent: async () => false,
    close: () => transport.close(),
  }
}

/** Connects and signs in to a mail server. Throws when it refuses. */
export const verifyMailServer = async (smtp_url: string): Promise<void> => {
  const transport = createTransport({ url: smtp_url, ...SMTP_TIMEOUTS })
  try {
    await transport.verify()
  } catch (error) {
    throw toAddressFreeError(error)
  } finally {
    transport.close()
  }
}

/**
 * A mail server's error message can contain email addresses, and it is logged and stored with the job. Keep only the
 * message, without addresses.
 */
const toAddressFreeError = (error: unknown) =>
  new Error(messageOf(error).replaceAll(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '…'))

/** Returns a fake for tests that records every email. */
export const createFakeMailer = (): Mailer & { sent: Mail[] } => {
  const sent: Mail[] = []
  return { sent, send: async mail => void sent.push(mail), wasSent: async () => false, close: () => {} }
}
