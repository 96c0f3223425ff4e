import { BadgePercent } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'
import { requireSettingsAccess } from '#workspaces/settings-page.ts'

import { listRates, type PreferredRate } from '../contract.ts'
import { formatClipsLeft, getRateStateLabel, formatValidity } from '../rate-labels.ts'
import type { Route } from './+types/rates'

import css from './rates.module.css'

const RequestDialog = lazy(() =>
  import('../parts/request-dialog.tsx').then(module => ({ default: module.RequestDialog })),
)

/** The button that loads and opens the request form. */
const RequestButton = ({ kind }: { kind?: 'primary' }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="lg" {...(kind && { kind })} onClick={() => setOpen(true)}>
        Request a preferred rate
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <RequestDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Preferred rates', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  await requireSettingsAccess(args)
  return (await callForPage(args, listRates, {})).data
}

export default function RatesPage({ loaderData: rates }: Route.ComponentProps) {
  if (rates.length === 0)
    return (
      <div className={css.page}>
        <h1>Preferred rates</h1>
        <EmptyState icon={BadgePercent} title="No preferred rates yet" action={<RequestButton kind="primary" />}>
          License often for the same client? We agree on one price for every clip, and on what it allows. It is then
          offered wherever your team licenses footage.
        </EmptyState>
      </div>
    )
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>Preferred rates</h1>
        <RequestButton />
      </header>
      <p className={css.lead}>One price for every clip, offered wherever your team licenses footage.</p>
      <ul className={css.list}>
        {rates.map(rate => (
          <RateRow key={rate.id} rate={rate} />
        ))}
      </ul>
    </div>
  )
}

/** A rate in the list; the whole row links to its page. */
const RateRow = ({ rate }: { rate: PreferredRate }) => (
  <li className={css.row} data-state={rate.state}>
    <div className={css.what}>
      <Link to={`/workspace/preferred-rates/${rate.id}`} className={css.name}>
        {rate.name}
      </Link>
      <span className={css.soft}>{rate.end_client_name ?? 'Any end client'}</span>
    </div>
    <div className={css.when}>
      <span>{getRateStateLabel(rate)}</span>
      <span className={css.soft}>{formatValidity(rate)}</span>
    </div>
    <div className={css.cost}>
      <span>
        <Money cents={rate.price.unformatted} mono /> per clip
      </span>
      <span className={css.soft}>{formatClipsLeft(rate)}</span>
    </div>
  </li>
)
