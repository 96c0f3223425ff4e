/** Every transaction, newest first, with the buttons that play the banks; faults and rules above. */
import { html, type Html, shell } from '../../page.ts'
import { writeAmount } from '../amounts.ts'
import { canDecide } from '../disputes.ts'
import type { Gateway } from '../gateway.ts'
import { detailOf, nameOf } from '../instruments.ts'
import { type Dispute, disputeReasons, type Transaction } from '../records.ts'
import { searchText } from '../search.ts'
import { can } from '../transactions.ts'
import { faultTool, press, status, table, toggle, type Tone, when, words } from './parts.ts'

const shown = 200

const disputeIds = ({ store }: Gateway, { id }: Transaction) =>
  store.disputes.all().flatMap(dispute => (dispute.transaction_id === id ? dispute.id.toLowerCase() : []))

/** The whole page; `q` narrows the list by id, order, customer, status, amount or a dispute's id. */
export function transactionsPage(gateway: Gateway, q: string): string {
  const { settings, store } = gateway
  const found = store.transactions
    .all()
    .reverse()
    .filter(each => [searchText(each), ...disputeIds(gateway, each)].some(text => text.includes(q.toLowerCase())))
  const body = html`<section class="tools">
      ${faultTool(gateway.faults, 'calls')}
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
          settings.debits_settle ? 'Settle debits by hand' : 'Let debits settle by themselves',
          settings.debits_settle
            ? 'Bank debits end by themselves after three seconds, as their account number says.'
            : 'Bank debits stay pending until you settle or decline them here.',
        )}
      </div>
    </section>
    <section>
      <div class="bar">
        <h2>Transactions <span class="count" data-live>${found.length}</span></h2>
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
        ${found.length ? transactions(gateway, found.slice(0, shown)) : nothing(q)}
        ${found.length > shown && html`<p class="note">The newest ${shown} of ${found.length}.</p>`}
      </div>
    </section>`
  return shell({ title: 'Transactions', current: 'transactions', body })
}

const nothing = (q: string) =>
  q
    ? html`<p class="empty">Nothing matches “${q}”. <a href="/">Show all</a></p>`
    : html`<p class="empty">
        No charges yet. Pay for a cart in the shop with card 4111&nbsp;1111&nbsp;1111&nbsp;1111, any future date and
        code 123, and it appears here.
      </p>`

const transactions = (gateway: Gateway, found: Transaction[]) =>
  table(
    ['Time', 'Transaction', 'Order', 'Paid with', 'Status', html`<th class="number">Amount</th>`, html`<th></th>`],
    found.map(each => row(gateway, each)),
  )

const row = (gateway: Gateway, transaction: Transaction) => {
  const { id, order_id, instrument, created_at, refunded_transaction_id: refunded } = transaction
  const disputes = gateway.store.disputes.all().filter(each => each.transaction_id === id)
  return html`<tr>
    <td class="soft">${when(created_at)}</td>
    <td class="code end">${id}${refunded && html`<small>refunds ${refunded}</small>`}</td>
    <td class="code order" title="${order_id ?? ''}">${order_id ?? '—'}</td>
    <td class="soft end">
      ${nameOf(instrument)} <span class="code">${detailOf(instrument)}</span>${bankSaid(transaction)}
    </td>
    <td class="lead">
      ${status(transaction.status, tone(transaction))}${reason(transaction)}${disputes.map(disputeLine)}
    </td>
    <td class="number figure">${transaction.type === 'credit' && '−'}${grouped(transaction.amount_cents)}</td>
    <td class="actions">${buttons(gateway, transaction, disputes)}</td>
  </tr>`
}

const grouped = (cents: number) => writeAmount(cents).replace(/\B(?=(\d{3})+\.)/g, ',')

const bankSaid = ({ three_d_secure }: Transaction) =>
  three_d_secure && html`<small>3D Secure: ${words(three_d_secure.status)}</small>`

function reason(transaction: Transaction): Html | null {
  const { gateway_rejection_reason: why, settlement_response: settled } = transaction
  if (why) return html`<small>${words(why)}</small>`
  if (tone(transaction) !== 'bad') return null
  const { code, text } = settled ?? {
    code: transaction.processor_response_code,
    text: transaction.processor_response_text,
  }
  return html`<small>${code} ${text}</small>`
}

const disputeLine = ({ reason: why, status: stands }: Dispute) =>
  html`<small>Dispute (${words(why)}): ${words(stands)}</small>`

const buttons = (gateway: Gateway, transaction: Transaction, disputes: Dispute[]) => {
  const act = (action: string, label: string) => press(`transactions/${transaction.id}/${action}`, label)
  return [
    can.submit(transaction) && act('submit', 'Submit'),
    can.settle(transaction) && act('settle', 'Settle'),
    can.settle(transaction) && act('decline', transaction.type === 'credit' ? 'Fail' : 'Decline'),
    can.void(transaction) && act('void', 'Void'),
    can.refund(gateway, transaction) && act('refund', 'Refund'),
    can.dispute(gateway, transaction) && disputeChoice(transaction),
    ...disputes
      .filter(canDecide)
      .flatMap(({ id }) => [press(`disputes/${id}/won`, 'Win dispute'), press(`disputes/${id}/lost`, 'Lose dispute')]),
  ]
}

const disputeChoice = ({ id }: Transaction) =>
  html`<details class="choice">
    <summary>Dispute</summary>
    <form method="post" action="/console/transactions/${id}/dispute">
      ${disputeReasons.map(name => html`<button name="reason" value="${name}">${words(name)}</button>`)}
    </form>
  </details>`

function tone({ status: stands }: Transaction): Tone {
  if (stands === 'settled') return 'good'
  if (['processor_declined', 'gateway_rejected', 'failed', 'settlement_declined'].includes(stands)) return 'bad'
  return stands === 'voided' ? 'quiet' : 'open'
}
