/** Payment reconciliation: each day's comparison of the shop's payments with the gateway's charges. */
import { Link } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { formatCents } from '#platform/money.ts'
import { formatDay, formatDateTime } from '#ui/admin/format-date.ts'
import { cx } from '#ui/cx.ts'

import { listReconciliations, type ReconciliationDifference } from '../contract.ts'
import type { Route } from './+types/reconciliation'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import listPage from '#ui/admin/resource-list.module.css'
import css from './reconciliation.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Reconciliation', noindex: true })

export const loader = (args: Route.LoaderArgs) => callForPage(args, listReconciliations, {})

const explanations: Record<ReconciliationDifference['kind'], { label: string; action: string }> = {
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

const pluralize = (count: number, singular: string, plural: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`
const formatAmount = (cents: number | null) => (cents === null ? 'none' : formatCents(cents))

export default function Reconciliation({ loaderData: { data: reports } }: Route.ComponentProps) {
  return (
    <div className={cx(page.person, css.reports)}>
      <header className={page.head}>
        <h1>Reconciliation</h1>
        <p>
          Every night at 03:20 UTC, the shop compares its payments of the previous day with the charges at the payment
          gateway.
        </p>
      </header>
      {reports.length === 0 && (
        <p className={page.none}>
          There is no report yet. The first one appears after the next nightly run, if a payment gateway is set up.
        </p>
      )}
      {reports.map(({ id, from_at, created_at, transactions_count, attempts_count, differences }) => (
        <section key={id} aria-labelledby={`report-${id}`}>
          <header className={css.day}>
            <h2 id={`report-${id}`}>{formatDay(from_at)}</h2>
            <p>
              {pluralize(transactions_count, 'transaction', 'transactions')} at the gateway,{' '}
              {pluralize(attempts_count, 'payment', 'payments')} in the shop
            </p>
            <p className={cx(differences.length > 0 && listPage.bad)}>
              {differences.length === 0 ? 'No differences' : pluralize(differences.length, 'difference', 'differences')}
            </p>
            <p className={page.none}>Compared {formatDateTime(created_at)} UTC</p>
          </header>
          {differences.length > 0 && <ReconciliationDifferences differences={differences} day={formatDay(from_at)} />}
        </section>
      ))}
    </div>
  )
}

const ReconciliationDifferences = ({ differences, day }: { differences: ReconciliationDifference[]; day: string }) => (
  <div className={adminPage.scroll} role="region" aria-label={`Differences of ${day}`} tabIndex={0}>
    <table className={adminPage.table}>
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
            <td data-label="Order">
              {order_id === null ? 'none' : <Link to={`/admin/orders/${order_id}`}>Open order</Link>}
            </td>
            <td data-label="At the gateway" data-number>
              {formatAmount(gateway_cents)}
            </td>
            <td data-label="In the shop" data-number>
              {formatAmount(booked_cents)}
            </td>
            <td data-label="Transaction" className="mono">
              {transaction_id ?? 'none'}
            </td>
            <td data-label="What to do">{explanations[kind].action}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
