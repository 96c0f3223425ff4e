/** The vault page: the saved cards, bank accounts and PayPal accounts. */
import { html, shell } from '../../page.ts'
import { microDeposits } from '../bank/test-accounts.ts'
import type { Gateway } from '../gateway.ts'
import { detailOf, isPayPal, nameOf } from '../instruments.ts'
import type { Customer, StoredMethod } from '../records.ts'
import { postButton, statusBadge, table, timeElement, humanize } from './parts.ts'

const MAX_ROWS = 200

export function vaultPage({ store }: Gateway): string {
  const methods = store.methods.all().reverse()
  const body = html`<section>
    <div class="bar">
      <h2>Payment methods <span class="count" data-live>${methods.length}</span></h2>
    </div>
    <div data-live>
      ${
        methods.length
          ? table(
              ['Saved', 'Method', 'Verification', 'Customer', 'Token', html`<th></th>`],
              methods.slice(0, MAX_ROWS).map(method => methodRow(method, store.customers.get(method.customer_id))),
            )
          : html`<p class="empty">No saved payment methods. Save one in the shop, and it appears here.</p>`
      }
      ${methods.length > MAX_ROWS && html`<p class="note">The newest ${MAX_ROWS} of ${methods.length}.</p>`}
    </div>
  </section>`
  return shell({ title: 'Vault', current: 'vault', body })
}

const methodRow = (storedMethod: StoredMethod, customer: Customer | undefined) => {
  const { id, instrument, is_default, created_at } = storedMethod
  return html`<tr>
    <td class="soft">${timeElement(created_at)}</td>
    <td class="lead">
      ${nameOf(instrument)}
      <span class="code">${detailOf(instrument)}</span>${is_default && html`<small>default</small>`}
    </td>
    <td class="figure">${verificationBadge(storedMethod)}</td>
    <td class="end">${nameOfCustomer(customer)}</td>
    <td class="code soft token" title="${id}">${id}</td>
    <td class="actions">
      ${isPayPal(instrument) && postButton(`vault/${id}/revoke`, 'Revoke as owner')}
      ${postButton(`vault/${id}/delete`, 'Delete')}
    </td>
  </tr>`
}

const nameOfCustomer = (customer: Customer | undefined) => {
  const { first_name, last_name, company, email } = customer?.fields ?? {}
  return company ?? ([first_name, last_name].filter(Boolean).join(' ') || email) ?? '—'
}

const tones = { verified: 'good', pending: 'open', processor_declined: 'bad', gateway_rejected: 'bad' } as const

function verificationBadge({ verification }: StoredMethod) {
  if (!verification) return html`<span class="status quiet">unverified</span>`
  const {
    status: verificationStatus,
    method,
    processor_response_code: code,
    processor_response_text: responseText,
  } = verification
  const note =
    verificationStatus === 'pending'
      ? `deposits of ${microDeposits.join(' and ')} cents`
      : tones[verificationStatus] === 'bad'
        ? `${code} ${responseText}`
        : method && humanize(method)
  return html`${statusBadge(verificationStatus, tones[verificationStatus])}${note && html`<small>${note}</small>`}`
}
