import { createTransport } from 'nodemailer'

import type { Config } from '../config.server.ts'
import { messageOf } from '../http/error-message.ts'
import type { Settings } from '../settings/settings.server.ts'
import type { MailContent, RenderedMail } from './mail-layout.tsx'

export type Mail = {
  to: string
  /** The reply address, when it is not ours. */
  reply_to?: string
  /** The URL where one click turns off mails of this kind; for every mail that is no transaction. */
  unsubscribe?: string
  /** PDFs. */
  attachments?: readonly MailAttachment[]
  content: MailContent
}
type MailAttachment = { file_name: string; bytes: Buffer }

/** An email with its headers set and its content rendered. */
export type SentMail = Omit<Mail, 'content'> & RenderedMail & { headers: Record<string, string> }

type MailSettings = Pick<Settings, 'current' | 'company'>

export type Mailer = {
  /** Throws when the mail server rejects the email, so that the job is retried. */
  send: (mail: Mail) => Promise<void>
  /**
   * Returns whether the next email to this recipient was already sent for the same event; outside a reaction, false.
   * Check it before creating a link that invalidates the previous one.
   */
  wasSent: (to: string) => Promise<boolean>
  close: () => void
}

/** An unresponsive mail server must not delay other emails for long. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Returns the sender: the name of the settings or else of MAIL_FROM, and the address of MAIL_FROM or else of the company. */
const getSender = (mail_from: string | undefined, settings: MailSettings) => {
  const [, name = '', address = mail_from] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(mail_from ?? '') ?? []
  const company = settings.company()
  return { name: settings.current().mail.sender_name || name || company.name, address: address ?? company.email }
}

/**
 * Returns the headers that say that no person wrote the email (RFC 3834), and how to unsubscribe in one click (RFC
 * 8058).
 */
const getHeaders = (unsubscribe: string | undefined): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe && {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
})

/** Opens the SMTP mailer. The demo's server is the sandbox mailbox. */
export const openMail = (
  { smtp_url, mail_from }: Pick<Config, 'smtp_url' | 'mail_from'>,
  settings: MailSettings,
): Mailer => {
  if (!smtp_url) return createFakeMailer(settings)
  const transport = createTransport({ url: smtp_url, ...SMTP_TIMEOUTS })
  return {
    send: async ({ to, reply_to, unsubscribe, attachments = [], content }) => {
      const replyTo = reply_to || settings.current().mail.reply_to
      const headers = getHeaders(unsubscribe)
      const mail = {
        from: getSender(mail_from, settings),
        to,
        headers,
        attachments: attachments.map(({ file_name: filename, bytes }) => ({
          filename,
          content: bytes,
          contentType: 'application/pdf',
        })),
        ...(replyTo && { replyTo }),
      }
      const rendered = await content(settings.company())
      await transport.sendMail({ ...mail, ...rendered }).catch((error: unknown) => {
        throw toAddressFreeError(error)
      })
    },
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
export const createFakeMailer = (settings: MailSettings): Mailer & { sent: SentMail[] } => {
  const sent: SentMail[] = []
  return {
    sent,
    send: async ({ content, ...mail }) => {
      const headers = getHeaders(mail.unsubscribe)
      sent.push({ ...mail, headers, ...(await content(settings.company())) })
    },
    wasSent: async () => false,
    close: () => {},
  }
}
