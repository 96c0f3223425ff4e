/** The price versions: the one in effect, future ones and past ones. */
import { Link, useSearchParams } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { ButtonLink } from '#ui/button.tsx'

import { comparePrices } from '../../price-differences.ts'
import { listPriceVersions, type PriceVersionRow } from '../contract.ts'
import { toPricesDraft } from '../draft.ts'
import { PriceDifferences } from '../parts/differences.tsx'
import { PriceCsv } from '../parts/price-csv.tsx'
import { PriceGrid } from '../parts/price-grid.tsx'
import type { Route } from './+types/prices'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import css from './prices.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Prices', noindex: true })

export const loader = (args: Route.LoaderArgs) => callForPage(args, listPriceVersions, {})

const stateLabels = { coming: 'Scheduled', current: 'In effect', past: 'Past' } as const

export default function PricesPage({ loaderData: { data: versions } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const selected =
    versions.find(({ id }) => String(id) === params.get('version')) ??
    versions.find(({ state }) => state === 'current') ??
    versions[0]
  if (!selected) return null
  const previous = versions.find(({ effective_from }) => effective_from < selected.effective_from)
  return (
    <div className={css.prices}>
      <div className={page.person}>
        <header className={page.head}>
          <h1>Prices</h1>
          <p className={adminPage.ways}>
            <ButtonLink to="/admin/prices/new" kind="primary">
              New version
            </ButtonLink>
          </p>
        </header>
        <PriceVersionTable versions={versions} selectedId={selected.id} />
        <section aria-labelledby="table">
          <h2 id="table">
            {stateLabels[selected.state]}, from <span className="mono">{formatDateTime(selected.effective_from)}</span>
          </h2>
          <PriceCsv prices={selected.prices} />
          <PriceGrid draft={toPricesDraft(selected.prices)} />
        </section>
        {previous && (
          <section aria-labelledby="changed">
            <h2 id="changed">What it changed</h2>
            <PriceDifferences differences={comparePrices(previous.prices, selected.prices)} />
          </section>
        )}
      </div>
    </div>
  )
}

const PriceVersionTable = ({ versions, selectedId }: { versions: readonly PriceVersionRow[]; selectedId: number }) => (
  <div className={adminPage.scroll}>
    <table className={adminPage.table}>
      <caption className="visually-hidden">Price versions</caption>
      <thead>
        <tr>
          <th scope="col">Takes effect</th>
          <th scope="col">State</th>
          <th scope="col">Reason</th>
          <th scope="col">Created by</th>
        </tr>
      </thead>
      <tbody>
        {versions.map(({ id, state, effective_from, note, created_by }) => (
          <tr key={id}>
            <td className="mono">
              <Link to={`/admin/prices?version=${id}`} aria-current={id === selectedId || undefined} preventScrollReset>
                {formatDateTime(effective_from)}
              </Link>
            </td>
            <td data-label="State" className={adminPage.state} data-tone={state === 'current' ? 'good' : undefined}>
              {stateLabels[state]}
            </td>
            <td data-label="Reason">{note}</td>
            <td data-label="Created by">{created_by}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
