/** The page in which a buyer approves a payment or an agreement. */
import { html, type Html } from '../../page.ts'
import { formatAmount } from '../amounts.ts'
import type { PayPalRequest } from '../records.ts'
import { buyers } from './buyers.ts'

const renderPage = (title: string, body: Html) =>
  `<!doctype html>${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/checkoutnow/approval.css" />
      </head>
      <body>
        <main>
          <p class="stand-in">Sandbox: stands in for PayPal. No money moves.</p>
          ${body}
        </main>
      </body>
    </html>`.markup
  }`

export const expiredPage = () =>
  renderPage(
    'Not possible',
    html`<h1>Not possible</h1>
      <p>This request is no longer valid. Close this window and start again in the shop.</p>`,
  )

const formatMoney = (cents: number) =>
  Number(formatAmount(cents)).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** Lets the buyer choose the account that pays. */
export const approvalPage = ({ id, amount_cents, display_name, description }: PayPalRequest, origin: string) =>
  renderPage(
    amount_cents === null ? 'Set up PayPal' : 'Pay with PayPal',
    html`<header>
        <p>${display_name}</p>
        <h1>${amount_cents === null ? 'Save PayPal for later purchases' : formatMoney(amount_cents)}</h1>
        ${
          amount_cents === null &&
          html`<p>${description ?? 'The shop may charge this account when you buy, without asking you here again.'}</p>`
        }
      </header>
      <form method="post" action="/checkoutnow">
        <input type="hidden" name="token" value="${id}" />
        <input type="hidden" name="origin" value="${origin}" />
        <fieldset>
          <legend>Pay from</legend>
          ${buyers.map(
            ({ email, first_name, last_name }, index) =>
              html`<label>
                <input type="radio" name="buyer" value="${index}" ${index === 0 && html`checked`} />
                <span><b>${first_name} ${last_name}</b><small>${email}</small></span>
              </label>`,
          )}
        </fieldset>
        <button name="agree" value="1">${amount_cents === null ? 'Agree and continue' : 'Pay now'}</button>
        <button class="leave">Cancel and return to the shop</button>
      </form>`,
  )

/** Posts the buyer's decision to the shop's page. */
export const decisionPage = ({ id, payment_id, payer, state }: PayPalRequest, origin: string, script_nonce: string) =>
  renderPage(
    'Returning to the shop',
    html`<p class="waiting" id="status">Returning to the shop…</p>
      <script
        nonce="${script_nonce}"
        data-origin="${origin}"
        data-token="${id}"
        data-payment="${payment_id ?? ''}"
        data-payer="${payer?.payer_id ?? ''}"
        data-approved="${state === 'approved' ? '1' : ''}"
      >
        const { origin, token, payment, payer, approved } = document.currentScript.dataset
        const shop = window.opener ?? (parent === window ? undefined : parent)
        if (shop) shop.postMessage({ type: 'sandbox-paypal', token, payment, payer, approved: approved !== '' }, origin)
        else document.getElementById('status').textContent = 'The shop’s window is gone. Close this one.'
      </script>`,
  )
