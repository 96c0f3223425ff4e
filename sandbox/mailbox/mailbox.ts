/** The mailbox: stores every mail that the shop sends, newest first, across restarts. */
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
  /** The distinct URLs that the mail links to. */
  links: string[]
  headers: Record<string, string>
  attachments: { filename: string | null; type: string; bytes: number }[]
}

export type Mailbox = {
  /** Stores a raw mail addressed to `recipients`. */
  deliver(raw: Uint8Array, recipients: string[]): Promise<Message>
  /** Newest first. `to` filters by recipient, ignoring case. */
  list(to?: string): Message[]
  find(id: string): Message | undefined
  clear(): void
}

/** The oldest mails beyond this number are deleted. */
const MAX_MESSAGES = 500

/** Opens the mailbox. With a folder, it contains the mails of earlier runs. */
export function openMailbox(folder?: string): Mailbox {
  const directory = folder && path.join(folder, 'mail')
  if (directory) mkdirSync(directory, { recursive: true })
  let messages = directory ? readMessages(directory) : []
  let lastId = 0

  const pathOf = (id: string) => path.join(directory ?? '', `${id}.json`)
  const deleteFiles = (removed: Message[]) => {
    if (directory) for (const { id } of removed) rmSync(pathOf(id), { force: true })
  }

  return {
    async deliver(raw, recipients) {
      // Ids sort by time, also within a millisecond.
      lastId = Math.max(Date.now(), lastId + 1)
      const message = await readMail(raw, recipients, lastId)
      if (directory) writeFileSync(pathOf(message.id), JSON.stringify(message))
      messages = [message, ...messages].sort((a, b) => (a.id < b.id ? 1 : -1))
      deleteFiles(messages.slice(MAX_MESSAGES))
      messages = messages.slice(0, MAX_MESSAGES)
      return message
    },
    list: to =>
      messages.filter(message => !to || message.to.some(address => address.toLowerCase() === to.toLowerCase())),
    find: id => messages.find(message => message.id === id),
    clear() {
      deleteFiles(messages)
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
        // A crash can leave half a file of a mail that was never accepted.
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
  const links = [...inHtml.map(link => link.replaceAll('&amp;', '&')), ...inText]
  return [...new Set(links.filter(link => /^https?:/.test(link)))]
}
