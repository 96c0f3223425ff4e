/** What is kept for customers: cards, bank accounts, PayPal accounts. */
import { html, shell } from '../../page.ts'
import { microDeposits } from '../bank/test-accounts.ts'
import type { Gateway } from '../gateway.ts'
import { detailOf, isPayPal, nameOf } from '../instruments.ts'
import type { Customer, Kept } from '../records.ts'
import { press, status, table, when, words } from './parts.ts'

const shown = 200

export function vaultPage({ store }: Gateway): string {
  const kept = store.methods.all().reverse()
  const body = html`<section>
    <div class="bar">
      <h2>Payment methods <span class="count" data-live>${kept.length}</span></h2>
    </div>
    <div data-live>
      ${
        kept.length
          ? table(
              ['Kept', 'Method', 'Check', 'Customer', 'Token', html`<th></th>`],
              kept.slice(0, shown).map(each => row(each, store.customers.get(each.customer_id))),
            )
          : html`<p class="empty">Nothing is kept. Save a payment method in the shop, and it appears here.</p>`
      }
      ${kept.length > shown && html`<p class="note">The newest ${shown} of ${kept.length}.</p>`}
    </div>
  </section>`
  return shell({ title: 'Vault', current: 'vault', body })
}

const row = (kept: Kept, customer: Customer | undefined) => {
  const { id, instrument, is_default, created_at } = kept
  return html`<tr>
    <td class="soft">${when(created_at)}</td>
    <td class="lead">
      ${nameOf(instrument)}
      <span class="code">${detailOf(instrument)}</span>${is_default && html`<small>default</small>`}
    </td>
    <td class="figure">${check(kept)}</td>
    <td class="end">${nameOfCustomer(customer)}</td>
    <td class="code soft token" title="${id}">${id}</td>
    <td class="actions">
      ${isPayPal(instrument) && press(`vault/${id}/revoke`, 'Revoke as its owner')}
      ${press(`vault/${id}/delete`, 'Delete')}
    </td>
  </tr>`
}

const nameOfCustomer = (customer: Customer | undefined) => {
  const { first_name, last_name, company, email } = customer?.fields ?? {}
  return company ?? ([first_name, last_name].filter(Boolean).join(' ') || email) ?? '—'
}

const tones = { verified: 'good', pending: 'open', processor_declined: 'bad', gateway_rejected: 'bad' } as const

function check({ verification }: Kept) {
  if (!verification) return html`<span class="status quiet">unchecked</span>`
  const { status: stands, method, processor_response_code: code, processor_response_text: said } = verification
  const note =
    stands === 'pending'
      ? `deposits of ${microDeposits.join(' and ')} cents`
      : tones[stands] === 'bad'
        ? `${code} ${said}`
        : method && words(method)
  return html`${status(stands, tones[stands])}${note && html`<small>${note}</small>`}`
}
