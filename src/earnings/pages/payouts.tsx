/** A filmmaker's statements and payout settings. */
import { FileText } from 'lucide-react'
import { Link } from 'react-router'

import { getDetails } from '#accounts/own/contract.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Banner } from '#ui/banner.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'
import { StatusLabel } from '#ui/status-label.tsx'

import {
  getEarnings,
  getPayoutSettings,
  getTaxFormStatus,
  listStatements,
  statementPath,
  type PayoutStatement,
  type TaxFormStatus,
} from '../contract.ts'
import { FilmmakerNav } from '../filmmaker-nav.tsx'
import { monthName } from '../months.ts'
import { NotLinked } from '../not-linked.tsx'
import { PayoutForm } from '../parts/payout-form.tsx'
import { taxFormLabels } from '../tax-form.ts'
import type { Route } from './+types/payouts'

import css from './payouts.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Payouts', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [earnings, settings, statements, { data: account }, { data: taxForm }] = await Promise.all([
    callForPage(args, getEarnings, {}),
    callForPage(args, getPayoutSettings, {}),
    callForPage(args, listStatements, {}),
    callForPage(args, getDetails, {}),
    callForPage(args, getTaxFormStatus, {}),
  ])
  return {
    earnings: earnings.data,
    settings: settings.data,
    statements: statements.data,
    has_password: account.has_password,
    taxForm,
  }
}

export default function PayoutsPage({
  loaderData: { earnings, settings, statements, has_password, taxForm },
}: Route.ComponentProps) {
  if (!earnings) return <NotLinked title="Payouts" />
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <p className={css.over}>{earnings.filmmaker.name}</p>
          <h1>Payouts</h1>
        </div>
        <FilmmakerNav />
      </header>
      {taxForm && <TaxFormNotice taxForm={taxForm} />}
      <div className={css.columns}>
        <section aria-labelledby="statements">
          <h2 id="statements">Statements</h2>
          {statements.length === 0 ? (
            <EmptyState icon={FileText} title="No statements yet">
              At the beginning of each month, the month before is closed: a statement says what you earned, and a
              balance of $50.00 or more is paid out.
            </EmptyState>
          ) : (
            <ul className={css.list}>
              {statements.map(statement => (
                <StatementRow key={statement.number} statement={statement} />
              ))}
            </ul>
          )}
        </section>
        <aside className={css.aside} aria-labelledby="settings">
          <h2 id="settings">How you are paid</h2>
          <p>
            Your balance is <Money cents={earnings.balance.unformatted} />. With each month’s statement, a balance of
            $50.00 or more is paid to your PayPal address. A smaller one is carried over.
          </p>
          <PayoutForm settings={settings} hasPassword={has_password} />
        </aside>
      </div>
    </div>
  )
}

const TaxFormNotice = ({ taxForm: { state, kind, expires_on } }: { taxForm: TaxFormStatus }) => {
  if (state === 'on_file') return null
  const form = kind ? `Your tax form (${taxFormLabels[kind]})` : ''
  return (
    <Banner className={css.notice}>
      {state === 'missing' && 'We have no tax form from you yet. '}
      {state === 'expired' && `${form} was valid through ${expires_on}. `}
      {state === 'expiring' && `${form} is valid through ${expires_on}. `}
      <Link to="/contact">Contact us</Link> to send {state === 'missing' ? 'one' : 'a new one'}.
    </Banner>
  )
}

const StatementRow = ({
  statement: { number, month, earned, refunded, paid, balance, sent },
}: {
  statement: PayoutStatement
}) => (
  <li className={css.row}>
    <div>
      <h3>{monthName(month)}</h3>
      <p className="mono">{number}</p>
    </div>
    <dl>
      <div>
        <dt>Earned</dt>
        <dd>
          <Money cents={earned.unformatted} mono />
        </dd>
      </div>
      <div>
        <dt>Refunded</dt>
        <dd>
          <Money cents={refunded.unformatted} mono />
        </dd>
      </div>
      <div>
        <dt>Paid out</dt>
        <dd>
          <Money cents={paid.unformatted} mono />
        </dd>
      </div>
      <div>
        <dt>Carried over</dt>
        <dd>
          <Money cents={balance.unformatted} mono />
        </dd>
      </div>
    </dl>
    <p className={css.files}>
      {(['pdf', 'csv'] as const).map(file => (
        <a key={file} href={statementPath(number, file)} download>
          {file.toUpperCase()}
          <span className="visually-hidden"> of {monthName(month)}</span>
        </a>
      ))}
    </p>
    {paid.unformatted > 0 && (
      <p className={css.sent}>
        {sent ? (
          <>
            <StatusLabel tone="good">Sent on {sent.on}</StatusLabel>{' '}
            {[sent.to && `to ${sent.to}`, `reference ${sent.reference}`].filter(Boolean).join(', ')}
          </>
        ) : (
          <StatusLabel tone="waiting">Being sent</StatusLabel>
        )}
      </p>
    )}
  </li>
)
