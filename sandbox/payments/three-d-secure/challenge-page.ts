/** The bank's page that asks the card holder for a code. */
import { html, type Html } from '../../page.ts'
import type { Authentication } from '../records.ts'
import { challengeCode, mostWrongCodes } from './test-cards.ts'

const renderPage = (title: string, body: Html) =>
  `<!doctype html>${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/MerchantACSWeb/challenge.css" />
      </head>
      <body>
        <header>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 2 3 7v2h18V7zM5 11v7h3v-7zm5.5 0v7h3v-7zM16 11v7h3v-7zM3 20v2h18v-2z" />
          </svg>
          <b>Sandbox Bank</b>
          <span>Card security</span>
        </header>
        ${body}
      </body>
    </html>`.markup
  }`

const formatMoney = (amount: string) =>
  Number(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 2 })

/** The challenge form, with an error after a wrong code. */
export function challengePage(
  { test_number, amount, wrong_codes }: Authentication,
  origin: string,
  script_nonce: string,
): string {
  const attemptsLeft = mostWrongCodes - wrong_codes
  const shopHost = URL.canParse(origin) ? new URL(origin).host : origin
  return renderPage(
    'Confirm your payment',
    html`<main>
      <h1>Confirm your payment</h1>
      <dl>
        <div>
          <dt>Merchant</dt>
          <dd>${shopHost}</dd>
        </div>
        <div>
          <dt>Amount</dt>
          <dd>${Number(amount) > 0 ? formatMoney(amount) : 'Nothing is charged now'}</dd>
        </div>
        <div>
          <dt>Card</dt>
          <dd>•••• ${test_number.slice(-4)}</dd>
        </div>
      </dl>
      <form method="post">
        <input type="hidden" name="origin" value="${origin}" />
        <label for="code">Code that we sent you</label>
        <input
          id="code"
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="8"
          required
          ${wrong_codes > 0 && html`aria-invalid="true" aria-describedby="status"`}
        />
        <p id="status" ${wrong_codes > 0 && html`class="wrong" role="alert"`}>
          ${
            wrong_codes > 0
              ? `That code is wrong. You can try ${attemptsLeft === 1 ? 'once more' : `${attemptsLeft} more times`}.`
              : `The sandbox sends no code. Enter ${challengeCode}.`
          }
        </p>
        <div class="choices">
          <button>Confirm</button>
          <button name="leave" value="1" formnovalidate>Cancel</button>
        </div>
      </form>
      <script nonce="${script_nonce}">
        // The shop's page does not receive key presses in this frame.
        addEventListener('keydown', ({ key }) => {
          if (key === 'Escape') document.querySelector('[name=leave]').click()
        })
      </script>
    </main>`,
  )
}

const actions = { successful: 'SUCCESS', failed: 'FAILURE', unable: 'NOACTION', error: 'FAILURE', canceled: 'FAILURE' }

/** Posts the result to the shop's page. */
export const resultPage = ({ id, result }: Authentication, proof: string, origin: string, script_nonce: string) =>
  renderPage(
    'Returning to the shop',
    html`<main><p class="leaving">Returning to the shop…</p></main>
      <script
        nonce="${script_nonce}"
        data-origin="${origin}"
        data-id="${id}"
        data-action="${result && actions[result]}"
        data-cancel="${result === 'canceled' ? '01' : ''}"
        data-proof="${proof}"
      >
        const { origin, id, action, cancel, proof } = document.currentScript.dataset
        parent.postMessage({ type: 'sandbox-bank', id, action, cancel, proof }, origin)
      </script>`,
  )
