/** One offer: what it says, what became of it, who looked at which version, and what can be done. */
import { ArrowLeft } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'

import { sentence } from '#licensing/choice.ts'
import { formatOf, quoted_distribution } from '#licensing/terms.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { getOffer, type StaffOfferDetail } from '#quotes/staff-contract.ts'
import { Money } from '#ui/money.tsx'

import { listStaffLog } from '../../log/contract.ts'
import { LogList } from '../../parts/log-list.tsx'
import { lastDayOf, momentOf } from '../../parts/moment.ts'
import { OfferActions } from '../parts/offer-actions.tsx'
import { kindWords, offerState } from '../parts/offer-words.ts'
import type { Route } from './+types/quote'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'

export const meta = ({ params, ...page }: Route.MetaArgs) => pageMeta(page, { title: params.number, noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { number } = args.params
  const [{ data: offer }, { data: log }] = await Promise.all([
    pageCall(args, getOffer, { params: { number } }),
    pageCall(args, listStaffLog, { query: { about: 'quote', key: number } }),
  ])
  return { offer, log }
}

export default function QuotePage({ loaderData: { offer, log } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { number, kind, versions, views } = offer
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/quotes', search: asked.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Quotes
      </Link>
      <header className={page.head}>
        <h1>{kindWords[kind]}</h1>
        <p className="mono">{number}</p>
        <OfferActions key={number} offer={offer} />
      </header>
      <Facts offer={offer} />
      {versions.map(version => (
        <Version
          key={version.version}
          version={version}
          views={views.filter(view => view.version === version.version)}
          isPresent={version.version === offer.version}
        />
      ))}
      <LogList rows={log} />
    </article>
  )
}

const Facts = ({ offer }: { offer: StaffOfferDetail }) => {
  const { workspace, state, reason, total, expires_at, ended_at, order_number, po_number, ein, note } = offer
  const { label, tone } = offerState(state)
  return (
    <dl className={page.facts}>
      <div>
        <dt>For</dt>
        <dd>
          {workspace ? <Link to={`/admin/workspaces/${workspace.id}`}>{workspace.name}</Link> : 'Whoever has its link'}
        </dd>
      </div>
      <div>
        <dt>State</dt>
        <dd>
          <span className={desk.state} data-tone={tone}>
            {label}
          </span>{' '}
          {ended_at && <span className="mono">{momentOf(ended_at)}</span>}
        </dd>
      </div>
      <div>
        <dt>Before tax</dt>
        <dd>{total.formatted}</dd>
      </div>
      <div>
        <dt>Can be paid until</dt>
        <dd className="mono">{lastDayOf(expires_at)}</dd>
      </div>
      {order_number && (
        <div>
          <dt>Order</dt>
          <dd className="mono">{order_number}</dd>
        </div>
      )}
      {po_number && (
        <div>
          <dt>PO number</dt>
          <dd>{po_number}</dd>
        </div>
      )}
      {ein && (
        <div>
          <dt>EIN number</dt>
          <dd>{ein}</dd>
        </div>
      )}
      {state === 'declined' && reason && (
        <div className={desk.wide}>
          <dt>Why it was declined</dt>
          <dd className={desk.note}>{reason}</dd>
        </div>
      )}
      {note && (
        <div className={desk.wide}>
          <dt>Note to the buyer</dt>
          <dd className={desk.note}>{note}</dd>
        </div>
      )}
    </dl>
  )
}

type VersionProps = {
  version: StaffOfferDetail['versions'][number]
  views: StaffOfferDetail['views']
  isPresent: boolean
}

const Version = ({ version, views, isPresent }: VersionProps) => {
  const { lines, made_at, made_by, expires_at, note } = version
  const groups = Map.groupBy(lines, ({ org_type, end_client_size, distribution_ids }) =>
    sentence({ org_type, end_client_size, distribution_ids }),
  )
  return (
    <section aria-labelledby={`version-${version.version}`}>
      <h2 id={`version-${version.version}`}>
        Version {version.version}
        {isPresent && ', the present one'}
      </h2>
      <p className={desk.soft}>
        Made <span className="mono">{momentOf(made_at)}</span>
        {made_by && ` by ${made_by}`}, to be paid until <span className="mono">{lastDayOf(expires_at)}</span>.{' '}
        {views.length === 0
          ? 'Nobody has looked at it.'
          : views
              .map(
                ({ email, last_at, times }) =>
                  `${email ?? 'Somebody'} looked ${times === 1 ? 'once' : `${times} times`}, last ${momentOf(last_at)}.`,
              )
              .join(' ')}
      </p>
      {!isPresent && note && <p className={desk.note}>{note}</p>}
      <div className={desk.scroll}>
        {[...groups].map(([license, lines]) => (
          <table key={license} className={desk.table}>
            <caption>{license}</caption>
            <thead>
              <tr>
                <th scope="col">Clip</th>
                <th scope="col">File</th>
                <th scope="col" data-number>
                  Table
                </th>
                <th scope="col" data-number>
                  Agreed
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map(line => (
                <tr key={`${line.clip_id} ${line.format_id}`}>
                  <td>
                    {line.clip_name} <span className="mono">#{line.clip_id}</span>
                    {!line.is_offered && <span className={desk.gone}> Withdrawn, not counted</span>}
                  </td>
                  <td>{formatOf(line.format_id).name}</td>
                  <td data-number>
                    {line.distribution_ids.includes(quoted_distribution) ? 'none' : line.table.formatted}
                  </td>
                  <td data-number>
                    <Money cents={line.agreed.unformatted} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  )
}
