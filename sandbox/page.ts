/** HTML templates and the shared layout of the sandbox's pages. */
import { readFileSync } from 'node:fs'

/** Escaped markup that is safe to send. */
export type Html = { readonly markup: string }
type HtmlPart = Html | string | number | boolean | null | undefined | HtmlPart[]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, character => escapes[character] ?? character)

/** A template tag that escapes its values. null, undefined and booleans render nothing. */
export const html = (strings: TemplateStringsArray, ...values: HtmlPart[]): Html => ({
  markup: strings.map((text, index) => text + renderPart(values[index])).join(''),
})

function renderPart(value: HtmlPart): string {
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  if (Array.isArray(value)) return value.map(renderPart).join('')
  return typeof value === 'object' ? value.markup : escape(String(value))
}

const readText = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** The base styles of every sandbox page. */
export const pageStyle = readText('./page.css')
/** The base styles plus those of the payments console and the mailbox. */
export const standInStyle = pageStyle + readText('./payments/console.css') + readText('./mailbox/mailbox.css')

// The live parts reload every few seconds, unless the user is interacting with the page.
export const pageScript = `
const parts = page => [...page.querySelectorAll('[data-live]')]
const isBusy = () => document.hidden || document.querySelector('main :focus') || getSelection().type === 'Range'
setInterval(async () => {
  if (isBusy()) return
  const response = await fetch(location.href).catch(() => undefined)
  if (!response?.ok) return
  const fresh = parts(new DOMParser().parseFromString(await response.text(), 'text/html'))
  if (isBusy()) return
  parts(document).forEach((part, index) => {
    const next = fresh[index]
    if (next && next.innerHTML !== part.innerHTML) part.replaceWith(next)
  })
}, 3000)
`

const paths = {
  transactions: '/',
  vault: '/vault',
  webhooks: '/webhooks',
  mailbox: '/mailbox',
  accounts: '/accounts',
} as const
type PageName = keyof typeof paths
const pageNames = Object.keys(paths) as PageName[]

type ShellOptions = { title: string; current: PageName; body: Html }

/** A complete page of the sandbox, with its navigation. */
export const shell = ({ title, current, body }: ShellOptions) =>
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
            ${pageNames.map(
              name =>
                html`<a href="${paths[name]}" ${current === name && html`aria-current="page"`}
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
