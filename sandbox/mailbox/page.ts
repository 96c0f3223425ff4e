/** The mailbox's page: the list on one side, the open mail on the other. */
import { html, type Html, shell } from '../page.ts'
import type { Message } from './mailbox.ts'

type View = 'html' | 'text'

/** The whole page, with one mail open. */
export function mailboxPage(messages: Message[], open: Message | undefined, view: View): string {
  const body = html` <div data-live>
    <div class="bar">
      <h2>Mails <span class="count">${messages.length}</span></h2>
      ${open && html`<form method="post" action="/mailbox/clear"><button>Clear the mailbox</button></form>`}
    </div>
    ${
      open
        ? html`<div class="mailbox">
            <ul class="messages">
              ${messages.map(message => entry(message, message.id === open.id))}
            </ul>
            ${opened(open, open.html ? view : 'text')}
          </div>`
        : html`<p class="empty">
            No mail yet. Receipts, invitations and password links that the shop sends arrive here at once.
          </p>`
    }
  </div>`
  return shell({ title: 'Mailbox', current: 'mailbox', body })
}

const entry = ({ id, subject, to, received_at }: Message, isOpen: boolean) =>
  html` <li>
    <a href="/mailbox?id=${id}" ${isOpen && html`aria-current="true"`}>
      <b>${subject || '(no subject)'}</b>
      <span>${to.join(', ')}</span>
      <time datetime="${received_at}">${shortTime(received_at)}</time>
    </a>
  </li>`

const opened = (message: Message, view: View) =>
  html` <article class="message">
    <div>
      <h2>${message.subject || '(no subject)'}</h2>
      <p>From ${message.from} to ${message.to.join(', ')}</p>
      ${message.attachments.length > 0 && html`<p>With ${message.attachments.map(({ filename, type }) => filename ?? type).join(', ')}</p>`}
      <div class="views">
        ${message.html && link(message, 'html', 'As it looks', view)}
        ${message.html && link(message, 'text', 'Plain text', view)}
      </div>
    </div>
    ${
      view === 'html'
        ? html`<iframe
            title="${message.subject}"
            src="/mailbox/messages/${message.id}/html"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          ></iframe>`
        : html`<pre tabindex="0">${withLinks(message.text)}</pre>`
    }
  </article>`

const link = ({ id }: Message, view: View, label: string, current: View) =>
  html`<a href="/mailbox?id=${id}&amp;view=${view}" ${view === current && html`aria-current="true"`}>${label}</a>`

/** Plain text with its addresses made into links. */
function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"')\]]+)/)
    .map((part, index) =>
      index % 2 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : html`${part}`,
    )
}

const shortTime = (at: string) =>
  new Date(at).toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', hour12: false })
