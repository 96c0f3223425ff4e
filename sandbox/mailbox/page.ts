/** The mailbox page: the list of mails and the open one beside it. */
import { html, type Html, shell } from '../page.ts'
import type { Message } from './mailbox.ts'

type View = 'html' | 'text'

/** The complete page, with one mail open. */
export function mailboxPage(messages: Message[], openMessage: Message | undefined, view: View): string {
  const body = html` <div data-live>
    <div class="bar">
      <h2>Mails <span class="count">${messages.length}</span></h2>
      ${openMessage && html`<form method="post" action="/mailbox/clear"><button>Clear the mailbox</button></form>`}
    </div>
    ${
      openMessage
        ? html`<div class="mailbox">
            <ul class="messages">
              ${messages.map(message => messageItem(message, message.id === openMessage.id))}
            </ul>
            ${messageDetail(openMessage, openMessage.html ? view : 'text')}
          </div>`
        : html`<p class="empty">
            No mail yet. Receipts, invitations and password links that the shop sends arrive here at once.
          </p>`
    }
  </div>`
  return shell({ title: 'Mailbox', current: 'mailbox', body })
}

const messageItem = ({ id, subject, to, received_at }: Message, isOpen: boolean) =>
  html` <li>
    <a href="/mailbox?id=${id}" ${isOpen && html`aria-current="true"`}>
      <b>${subject || '(no subject)'}</b>
      <span>${to.join(', ')}</span>
      <time datetime="${received_at}">${formatTime(received_at)}</time>
    </a>
  </li>`

const messageDetail = (message: Message, view: View) =>
  html` <article class="message">
    <div>
      <h2>${message.subject || '(no subject)'}</h2>
      <p>From ${message.from} to ${message.to.join(', ')}</p>
      ${message.attachments.length > 0 && html`<p>With ${message.attachments.map(({ filename, type }) => filename ?? type).join(', ')}</p>`}
      <div class="views">
        ${message.html && viewLink(message, 'html', 'As it looks', view)}
        ${message.html && viewLink(message, 'text', 'Plain text', view)}
      </div>
    </div>
    ${
      view === 'html'
        ? html`<iframe
            title="${message.subject}"
            src="/mailbox/messages/${message.id}/html"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          ></iframe>`
        : html`<pre tabindex="0">${linkify(message.text)}</pre>`
    }
  </article>`

const viewLink = ({ id }: Message, view: View, label: string, current: View) =>
  html`<a href="/mailbox?id=${id}&amp;view=${view}" ${view === current && html`aria-current="true"`}>${label}</a>`

/** Plain text with its URLs as links. */
function linkify(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"')\]]+)/)
    .map((segment, index) =>
      index % 2 ? html`<a href="${segment}" target="_blank" rel="noreferrer">${segment}</a>` : html`${segment}`,
    )
}

const formatTime = (at: string) =>
  new Date(at).toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', hour12: false })
