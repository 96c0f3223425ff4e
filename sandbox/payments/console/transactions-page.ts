/** The transactions page: every transaction, newest first, with buttons that act as the banks; faults and rules above. */
import { html, type Html, shell } from '../../page.ts'
import { formatAmount } from '../amounts.ts'
import { canDecide } from '../disputes.ts'
import type { Gateway } from '../gateway.ts'
import { detailOf, nameOf } from '../instruments.ts'
import { type Dispute, disputeReasons, type Transaction } from '../records.ts'
import { searchText } from '../search.ts'
import { can } from '../transactions.ts'
import { faultPanel, postButton, statusBadge, table, toggle, type Tone, timeElement, humanize } from './parts.ts'

const MAX_ROWS = 200

const disputeIds = ({ store }: Gateway, { id }: Transaction) =>
  store.disputes.all().flatMap(dispute => (dispute.transaction_id === id ? dispute.id.toLowerCase() : []))

/** The complete page. `q` filters by id, order, customer, status, amount or the id of a dispute. */
export function transactionsPage(gateway: Gateway, q: string): string {
  const { settings, store } = gateway
  const matches = store.transactions
    .all()
    .reverse()
    .filter(transaction =>
      [searchText(transaction), ...disputeIds(gateway, transaction)].some(text => text.includes(q.toLowerCase())),
    )
  const body = html`<section class="tools">
      ${faultPanel(gateway.faults, 'calls')}
      <div class="tool">
        <h2>Rules</h2>
        ${toggle(
          'strict_amounts',
          settings.strict_amounts,
          settings.strict_amounts ? 'Turn strict amounts off' : 'Turn strict amounts on',
          settings.strict_amounts
            ? 'Amounts decide: 2,000 to 2,999.99 is declined with that code, 3,000 fails, 4,001 is declined at settlement.'
            : 'Every amount is approved. Turn this on to let amounts decide declines.',
        )}
        ${toggle(
          'debits_settle',
          settings.debits_settle,
          settings.debits_settle ? 'Settle debits manually' : 'Settle debits automatically',
          settings.debits_settle
            ? 'Bank debits settle automatically after three seconds, with the result that their account number selects.'
            : 'Bank debits stay pending until you settle or decline them here.',
        )}
      </div>
    </section>
    <section>
      <div class="bar">
        <h2>Transactions <span class="count" data-live>${matches.length}</span></h2>
        <form role="search">
          <input
            type="search"
            name="q"
            value="${q}"
            placeholder="Order, id, status, amount"
            aria-label="Find transactions"
          />
        </form>
      </div>
      <div data-live>
        ${matches.length ? transactionTable(gateway, matches.slice(0, MAX_ROWS)) : emptyMessage(q)}
        ${matches.length > MAX_ROWS && html`<p class="note">The newest ${MAX_ROWS} of ${matches.length}.</p>`}
      </div>
    </section>`
  return shell({ title: 'Transactions', current: 'transactions', body })
}

const emptyMessage = (q: string) =>
  q
    ? html`<p class="empty">Nothing matches “${q}”. <a href="/">Show all</a></p>`
    : html`<p class="empty">
        No charges yet. Pay for a cart in the shop with card 4111&nbsp;1111&nbsp;1111&nbsp;1111, any future date and
        code 123, and it appears here.
      </p>`

const transactionTable = (gateway: Gateway, transactions: Transaction[]) =>
  table(
    ['Time', 'Transaction', 'Order', 'Paid with', 'Status', html`<th class="number">Amount</th>`, html`<th></th>`],
    transactions.map(transaction => transactionRow(gateway, transaction)),
  )

const transactionRow = (gateway: Gateway, transaction: Transaction) => {
  const { id, order_id, instrument, created_at, refunded_transaction_id: refundedId } = transaction
  const disputes = gateway.store.disputes.all().filter(dispute => dispute.transaction_id === id)
  return html`<tr>
    <td class="soft">${timeElement(created_at)}</td>
    <td class="code end">${id}${refundedId && html`<small>refunds ${refundedId}</small>`}</td>
    <td class="code order" title="${order_id ?? ''}">${order_id ?? '—'}</td>
    <td class="soft end">
      ${nameOf(instrument)} <span class="code">${detailOf(instrument)}</span>${threeDSecureLine(transaction)}
    </td>
    <td class="lead">
      ${statusBadge(transaction.status, toneOf(transaction))}${failureReason(transaction)}${disputes.map(disputeLine)}
    </td>
    <td class="number figure">${transaction.type === 'credit' && '−'}${formatWithCommas(transaction.amount_cents)}</td>
    <td class="actions">${actionButtons(gateway, transaction, disputes)}</td>
  </tr>`
}

const formatWithCommas = (cents: number) => formatAmount(cents).replace(/\B(?=(\d{3})+\.)/g, ',')

const threeDSecureLine = ({ three_d_secure }: Transaction) =>
  three_d_secure && html`<small>3D Secure: ${humanize(three_d_secure.status)}</small>`

function failureReason(transaction: Transaction): Html | null {
  const { gateway_rejection_reason: rejectionReason, settlement_response: settlement } = transaction
  if (rejectionReason) return html`<small>${humanize(rejectionReason)}</small>`
  if (toneOf(transaction) !== 'bad') return null
  const { code, text } = settlement ?? {
    code: transaction.processor_response_code,
    text: transaction.processor_response_text,
  }
  return html`<small>${code} ${text}</small>`
}

const disputeLine = ({ reason: disputeReason, status: disputeStatus }: Dispute) =>
  html`<small>Dispute (${humanize(disputeReason)}): ${humanize(disputeStatus)}</small>`

const actionButtons = (gateway: Gateway, transaction: Transaction, disputes: Dispute[]) => {
  const actionButton = (action: string, label: string) => postButton(`transactions/${transaction.id}/${action}`, label)
  return [
    can.submit(transaction) && actionButton('submit', 'Submit'),
    can.settle(transaction) && actionButton('settle', 'Settle'),
    can.settle(transaction) && actionButton('decline', transaction.type === 'credit' ? 'Fail' : 'Decline'),
    can.void(transaction) && actionButton('void', 'Void'),
    can.refund(gateway, transaction) && actionButton('refund', 'Refund'),
    can.dispute(gateway, transaction) && disputeMenu(transaction),
    ...disputes
      .filter(canDecide)
      .flatMap(({ id }) => [
        postButton(`disputes/${id}/won`, 'Win dispute'),
        postButton(`disputes/${id}/lost`, 'Lose dispute'),
      ]),
  ]
}

const disputeMenu = ({ id }: Transaction) =>
  html`<details class="choice">
    <summary>Dispute</summary>
    <form method="post" action="/console/transactions/${id}/dispute">
      ${disputeReasons.map(name => html`<button name="reason" value="${name}">${humanize(name)}</button>`)}
    </form>
  </details>`

function toneOf({ status: transactionStatus }: Transaction): Tone {
  if (transactionStatus === 'settled') return 'good'
  if (['processor_declined', 'gateway_rejected', 'failed', 'settlement_declined'].includes(transactionStatus))
    return 'bad'
  return transactionStatus === 'voided' ? 'quiet' : 'open'
}
