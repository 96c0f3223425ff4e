/** The window in which a buyer approves a payment or an agreement. */
import { html, type Html } from '../../page.ts'
import { writeAmount } from '../amounts.ts'
import type { PayPalRequest } from '../records.ts'
import { buyers } from './buyers.ts'

const frame = (title: string, body: Html) =>
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

export const gonePage = () =>
  frame(
    'Not possible',
    html`<h1>Not possible</h1>
      <p>There is nothing to approve here any more. Close this window and start again in the shop.</p>`,
  )

const money = (cents: number) =>
  Number(writeAmount(cents)).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** Asks whose account pays. */
export const approvalPage = ({ id, amount_cents, display_name, description }: PayPalRequest, origin: string) =>
  frame(
    amount_cents === null ? 'Set up PayPal' : 'Pay with PayPal',
    html`<header>
        <p>${display_name}</p>
        <h1>${amount_cents === null ? 'Save PayPal for later purchases' : money(amount_cents)}</h1>
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
            ({ email, first_name, last_name }, place) =>
              html`<label>
                <input type="radio" name="buyer" value="${place}" ${place === 0 && html`checked`} />
                <span><b>${first_name} ${last_name}</b><small>${email}</small></span>
              </label>`,
          )}
        </fieldset>
        <button name="agree" value="1">${amount_cents === null ? 'Agree and continue' : 'Pay now'}</button>
        <button class="leave">Cancel and return to the shop</button>
      </form>`,
  )

/** Tells the shop's page what the buyer decided. */
export const decidedPage = ({ id, payment_id, payer, state }: PayPalRequest, origin: string, script_nonce: string) =>
  frame(
    'Going back to the shop',
    html`<p class="waiting" id="said">Going back to the shop…</p>
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
        else document.getElementById('said').textContent = 'The shop’s window is gone. Close this one.'
      </script>`,
  )
