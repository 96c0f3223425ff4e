/** The mailbox: every mail the shop sends is kept here, newest first, across restarts. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import PostalMime from 'postal-mime'

export type Message = {
  id: string
  received_at: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string | null
  /** Every address that the mail links to, once. */
  links: string[]
  headers: Record<string, string>
  attachments: { filename: string | null; type: string; bytes: number }[]
}

export type Mailbox = {
  /** Keeps a raw mail that was addressed to `recipients`. */
  deliver(raw: Uint8Array, recipients: string[]): Promise<Message>
  /** Newest first; `to` narrows by recipient, case aside. */
  list(to?: string): Message[]
  find(id: string): Message | undefined
  clear(): void
}

/** Older mails make room for newer ones. */
const kept = 500

/** Opens the mailbox; with a folder, the mails of earlier runs are in it. */
export function openMailbox(folder?: string): Mailbox {
  const directory = folder && path.join(folder, 'mail')
  if (directory) mkdirSync(directory, { recursive: true })
  let messages = directory ? readMessages(directory) : []
  let last = 0

  const fileOf = (id: string) => path.join(directory ?? '', `${id}.json`)
  const forget = (gone: Message[]) => {
    if (directory) for (const { id } of gone) rmSync(fileOf(id), { force: true })
  }

  return {
    async deliver(raw, recipients) {
      // Ids sort by time, also within a millisecond.
      last = Math.max(Date.now(), last + 1)
      const message = await readMail(raw, recipients, last)
      if (directory) writeFileSync(fileOf(message.id), JSON.stringify(message))
      messages = [message, ...messages].sort((one, other) => (one.id < other.id ? 1 : -1))
      forget(messages.slice(kept))
      messages = messages.slice(0, kept)
      return message
    },
    list: to => messages.filter(message => !to || message.to.some(each => each.toLowerCase() === to.toLowerCase())),
    find: id => messages.find(message => message.id === id),
    clear() {
      forget(messages)
      messages = []
    },
  }
}

function readMessages(directory: string): Message[] {
  return readdirSync(directory)
    .filter(name => name.endsWith('.json'))
    .sort()
    .reverse()
    .flatMap(name => {
      try {
        return [JSON.parse(readFileSync(path.join(directory, name), 'utf8')) as Message]
      } catch (error) {
        // Half a file is what a crash leaves of a mail that was never accepted.
        if (error instanceof SyntaxError) return []
        throw error
      }
    })
}

async function readMail(raw: Uint8Array, recipients: string[], time: number): Promise<Message> {
  const mail = await PostalMime.parse(raw)
  const text = mail.text?.trim() ?? ''
  const html = mail.html ?? null
  return {
    id: time.toString(36).padStart(9, '0'),
    received_at: new Date(time).toISOString(),
    from: mail.from?.name ? `${mail.from.name} <${mail.from.address ?? ''}>` : (mail.from?.address ?? ''),
    to: recipients,
    subject: mail.subject ?? '',
    text,
    html,
    links: findLinks(html, text),
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename,
      type: mimeType,
      bytes: typeof content === 'string' ? content.length : content.byteLength,
    })),
  }
}

function findLinks(html: string | null, text: string): string[] {
  const inHtml = [...(html ?? '').matchAll(/\shref=(?:"([^"]+)"|'([^']+)')/g)].map(match => match[1] ?? match[2] ?? '')
  const inText = text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? []
  const all = [...inHtml.map(link => link.replaceAll('&amp;', '&')), ...inText]
  return [...new Set(all.filter(link => /^https?:/.test(link)))]
}
