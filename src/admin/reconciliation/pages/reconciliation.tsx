/** Payment reconciliation: each day's comparison of the shop's payments with the gateway's charges. */
import { Link } from 'react-router'

import { listReconciliations, type Difference } from '#checkout/contract.ts'
import { formatCents } from '#platform/money.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { cx } from '#ui/cx.ts'

import { dayOf, momentOf } from '../../parts/moment.ts'
import type { Route } from './+types/reconciliation'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'
import room from '../../parts/room.module.css'
import css from './reconciliation.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Reconciliation', noindex: true })

export const loader = (args: Route.LoaderArgs) => pageCall(args, listReconciliations, {})

const explanations: Record<Difference['kind'], { label: string; action: string }> = {
  charged_unbooked: {
    label: 'Charged, not in the shop',
    action: 'Look up the transaction at the gateway. Refund it there if no order belongs to it.',
  },
  charged_twice: {
    label: 'Charged more than once',
    action: 'Refund the extra transaction at the gateway, and tell the buyer.',
  },
  other_amount: {
    label: 'Different amounts',
    action: 'Compare the order with the transaction at the gateway. Refund what was charged too much.',
  },
  booked_uncharged: {
    label: 'Paid in the shop, not charged',
    action: 'Check the payment attempt of the order at the gateway before the clips are used.',
  },
}

const plural = (n: number, one: string, many: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`
const amount = (cents: number | null) => (cents === null ? 'none' : formatCents(cents))

export default function Reconciliation({ loaderData: { data: reports } }: Route.ComponentProps) {
  return (
    <main className={cx(page.person, css.reports)}>
      <header className={page.head}>
        <h1>Reconciliation</h1>
        <p>
          Every night at 03:20 UTC, the shop compares its payments of the last whole day with the charges at the payment
          gateway.
        </p>
      </header>
      {reports.length === 0 && (
        <p className={page.none}>
          There is no report yet. The first one appears after the next nightly run, if a payment gateway is set up.
        </p>
      )}
      {reports.map(({ id, from_at, made_at, transactions_count, attempts_count, differences }) => (
        <section key={id} aria-labelledby={`report-${id}`}>
          <header className={css.day}>
            <h2 id={`report-${id}`}>{dayOf(from_at)}</h2>
            <p>
              {plural(transactions_count, 'transaction', 'transactions')} at the gateway,{' '}
              {plural(attempts_count, 'payment', 'payments')} in the shop
            </p>
            <p className={cx(differences.length > 0 && room.bad)}>
              {differences.length === 0 ? 'No differences' : plural(differences.length, 'difference', 'differences')}
            </p>
            <p className={page.none}>Compared {momentOf(made_at)} UTC</p>
          </header>
          {differences.length > 0 && <Differences differences={differences} day={dayOf(from_at)} />}
        </section>
      ))}
    </main>
  )
}

const Differences = ({ differences, day }: { differences: Difference[]; day: string }) => (
  <div className={desk.scroll} role="region" aria-label={`Differences of ${day}`} tabIndex={0}>
    <table className={desk.table}>
      <thead>
        <tr>
          <th scope="col">Difference</th>
          <th scope="col">Order</th>
          <th scope="col" data-number>
            At the gateway
          </th>
          <th scope="col" data-number>
            In the shop
          </th>
          <th scope="col">Transaction</th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ kind, attempt_id, order_id, transaction_id, gateway_cents, booked_cents }) => (
          <tr key={`${kind} ${attempt_id} ${transaction_id}`}>
            <td>{explanations[kind].label}</td>
            <td>{order_id === null ? 'none' : <Link to={`/admin/orders/${order_id}`}>Open order</Link>}</td>
            <td data-number>{amount(gateway_cents)}</td>
            <td data-number>{amount(booked_cents)}</td>
            <td className="mono">{transaction_id ?? 'none'}</td>
            <td>{explanations[kind].action}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
