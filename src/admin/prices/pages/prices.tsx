/** Price versions: the one in effect, those to come and those that were. None is ever edited. */
import { Link, useSearchParams } from 'react-router'

import { priceDifferences } from '#licensing/price-differences.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { ButtonLink } from '#ui/button.tsx'

import { momentOf } from '../../parts/moment.ts'
import { listPriceVersions, type PriceVersionRow } from '../contract.ts'
import { draftOfPrices } from '../draft.ts'
import { Differences } from '../parts/differences.tsx'
import { PriceGrid } from '../parts/price-grid.tsx'
import type { Route } from './+types/prices'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'
import css from './prices.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Prices', noindex: true })

export const loader = (args: Route.LoaderArgs) => pageCall(args, listPriceVersions, {})

const stateWords = { coming: 'Coming', current: 'In effect', past: 'Past' } as const

export default function Prices({ loaderData: { data: versions } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const chosen =
    versions.find(({ id }) => String(id) === asked.get('version')) ??
    versions.find(({ state }) => state === 'current') ??
    versions[0]
  if (!chosen) return null
  const before = versions.find(({ effective_from }) => effective_from < chosen.effective_from)
  return (
    <main className={css.prices}>
      <div className={page.person}>
        <header className={page.head}>
          <h1>Prices</h1>
          <p className={desk.ways}>
            <ButtonLink to="/admin/prices/new" kind="primary">
              New version
            </ButtonLink>
          </p>
        </header>
        <Versions versions={versions} chosen={chosen.id} />
        <section aria-labelledby="table">
          <h2 id="table">
            {stateWords[chosen.state]}, from <span className="mono">{momentOf(chosen.effective_from)}</span>
          </h2>
          <PriceGrid draft={draftOfPrices(chosen.prices)} />
        </section>
        {before && (
          <section aria-labelledby="changed">
            <h2 id="changed">What it changed</h2>
            <Differences differences={priceDifferences(before.prices, chosen.prices)} />
          </section>
        )}
      </div>
    </main>
  )
}

const Versions = ({ versions, chosen }: { versions: readonly PriceVersionRow[]; chosen: number }) => (
  <div className={desk.scroll}>
    <table className={desk.table}>
      <caption className="visually-hidden">Price versions</caption>
      <thead>
        <tr>
          <th scope="col">Takes effect</th>
          <th scope="col">State</th>
          <th scope="col">Why</th>
          <th scope="col">Made by</th>
        </tr>
      </thead>
      <tbody>
        {versions.map(({ id, state, effective_from, note, made_by }) => (
          <tr key={id}>
            <td className="mono">
              <Link to={`/admin/prices?version=${id}`} aria-current={id === chosen || undefined} preventScrollReset>
                {momentOf(effective_from)}
              </Link>
            </td>
            <td className={desk.state} data-tone={state === 'current' ? 'good' : undefined}>
              {stateWords[state]}
            </td>
            <td>{note}</td>
            <td>{made_by}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
