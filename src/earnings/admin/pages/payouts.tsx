/** The page of payouts: what filmmakers are owed, closing a month, and payouts. */
import { Link } from 'react-router'

import { toDay } from '#platform/day.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Money } from '#ui/money.tsx'

import { listFilmmakerBalances } from '../contract.ts'
import { PayoutPanel } from '../parts/payout-panel.tsx'
import { getPayoutOverview } from '../payouts-contract.ts'
import type { Route } from './+types/payouts'

import css from './payouts.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Payouts', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [{ data: balances }, { data: payouts }] = await Promise.all([
    callForPage(args, listFilmmakerBalances, {}),
    callForPage(args, getPayoutOverview, {}),
  ])
  return { balances, payouts, today: toDay(new Date()) }
}

export default function PayoutsPage({ loaderData: { balances, payouts, today } }: Route.ComponentProps) {
  const owedCents = balances.reduce((sum, { balance }) => sum + Math.max(0, balance.unformatted), 0)
  return (
    <div className={css.layout}>
      <h1>Payouts</h1>
      <p className={css.lead}>
        <Money cents={owedCents} mono /> is owed to filmmakers. A month closes automatically at night, or when you close
        it.
      </p>
      <PayoutPanel {...payouts} today={today} />
      <h2 className={css.title}>Balances</h2>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Clips</th>
            <th scope="col">Earned</th>
            <th scope="col">Balance</th>
            <th scope="col">Payee</th>
            <th scope="col">Managed by</th>
          </tr>
        </thead>
        <tbody>
          {balances.map(row => (
            <tr key={row.id}>
              <th scope="row">
                <Link to={`/admin/filmmakers/${row.id}`}>{row.name}</Link>
              </th>
              <td>{row.clips}</td>
              <td>
                <Money cents={row.earned.unformatted} mono />
              </td>
              <td>
                <Money cents={row.balance.unformatted} mono />
              </td>
              <td>{row.has_payee ? 'Yes' : 'None yet'}</td>
              <td>
                {row.people.map(({ id, email }) => (
                  <p key={id}>{email}</p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
