/** The sandbox's own pages: safe templates and one shell around them. */
import { readFileSync } from 'node:fs'

/** Markup that is already safe to send. */
export type Html = { readonly markup: string }
type Part = Html | string | number | boolean | null | undefined | Part[]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, sign => escapes[sign] ?? sign)

/** A template whose values are escaped; null, undefined and booleans write nothing. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: texts.map((text, index) => text + write(parts[index])).join(''),
})

function write(part: Part): string {
  if (part === null || part === undefined || typeof part === 'boolean') return ''
  if (Array.isArray(part)) return part.map(write).join('')
  return typeof part === 'object' ? part.markup : escape(String(part))
}

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** What every page of the sandbox is drawn with. */
export const pageStyle = read('./page.css')
/** The same, and the two pages of the stand-ins behind the shop. */
export const standInStyle = pageStyle + read('./payments/console.css') + read('./mailbox/mailbox.css')

// Every few seconds the living parts are taken anew, unless the person is in the middle of something.
export const pageScript = `
const parts = page => [...page.querySelectorAll('[data-live]')]
const isBusy = () => document.hidden || document.querySelector('main :focus') || getSelection().type === 'Range'
setInterval(async () => {
  if (isBusy()) return
  const answer = await fetch(location.href).catch(() => undefined)
  if (!answer?.ok) return
  const fresh = parts(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  if (isBusy()) return
  parts(document).forEach((part, index) => {
    const next = fresh[index]
    if (next && next.innerHTML !== part.innerHTML) part.replaceWith(next)
  })
}, 3000)
`

const places = {
  transactions: '/',
  vault: '/vault',
  webhooks: '/webhooks',
  mailbox: '/mailbox',
  accounts: '/accounts',
} as const
type Place = keyof typeof places
const names = Object.keys(places) as Place[]

type Shell = { title: string; current: Place; body: Html }

/** A whole page. */
export const shell = ({ title, current, body }: Shell) =>
  `<!doctype html>${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Longtake sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/page.css" />
        <script type="module" src="/page.js"></script>
      </head>
      <body>
        <header>
          <strong>Sandbox</strong>
          <nav aria-label="Stand-ins">
            ${names.map(
              name =>
                html`<a href="${places[name]}" ${current === name && html`aria-current="page"`}
                  >${name.charAt(0).toUpperCase() + name.slice(1)}</a
                >`,
            )}
          </nav>
          <p>Stands in for the payment gateway and the mail server. No money moves and no mail leaves.</p>
        </header>
        <main>
          <h1 class="unseen">${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.markup
  }`
