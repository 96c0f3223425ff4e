/** An offer with its versions, views, actions and log. */
import { ArrowLeft } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'

import { choiceSentence } from '#licensing/choice.ts'
import { formatOf, BUYOUT_DISTRIBUTION_ID } from '#licensing/terms.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { LogList } from '#ui/admin/audit-trail.tsx'
import { formatLastDay, formatDateTime } from '#ui/admin/format-date.ts'
import { Money } from '#ui/money.tsx'

import { getOffer, type StaffOfferDetail } from '../../staff-contract.ts'
import { OfferActions } from '../parts/offer-actions.tsx'
import { kindLabels, getOfferStateLabel } from '../parts/offer-labels.ts'
import type { Route } from './+types/quote'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

export const meta = ({ params, ...page }: Route.MetaArgs) => pageMeta(page, { title: params.number, noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { number } = args.params
  const [{ data: offer }, { data: log }] = await Promise.all([
    callForPage(args, getOffer, { params: { number } }),
    callForPage(args, listStaffAuditLog, { query: { about: 'quote', key: number } }),
  ])
  return { offer, log }
}

export default function QuotePage({ loaderData: { offer, log } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { number, kind, versions, views } = offer
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/quotes', search: params.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Quotes
      </Link>
      <header className={page.head}>
        <h1>{kindLabels[kind]}</h1>
        <p className="mono">{number}</p>
        <OfferActions key={number} offer={offer} />
      </header>
      <OfferDetails offer={offer} />
      {versions.map(version => (
        <OfferVersionSection
          key={version.version}
          version={version}
          views={views.filter(view => view.version === version.version)}
          isCurrent={version.version === offer.version}
        />
      ))}
      <LogList rows={log} />
    </article>
  )
}

const OfferDetails = ({ offer }: { offer: StaffOfferDetail }) => {
  const { workspace, state, reason, total, expires_at, ended_at, order_number, po_number, ein, note } = offer
  const { label, tone } = getOfferStateLabel(state)
  return (
    <dl className={page.facts}>
      <div>
        <dt>For</dt>
        <dd>
          {workspace ? <Link to={`/admin/workspaces/${workspace.id}`}>{workspace.name}</Link> : 'Anyone with the link'}
        </dd>
      </div>
      <div>
        <dt>State</dt>
        <dd>
          <span className={adminPage.state} data-tone={tone}>
            {label}
          </span>{' '}
          {ended_at && <span className="mono">{formatDateTime(ended_at)}</span>}
        </dd>
      </div>
      <div>
        <dt>Before tax</dt>
        <dd>{total.formatted}</dd>
      </div>
      <div>
        <dt>Payable until</dt>
        <dd className="mono">{formatLastDay(expires_at)}</dd>
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
        <div className={adminPage.wide}>
          <dt>Why it was declined</dt>
          <dd className={adminPage.note}>{reason}</dd>
        </div>
      )}
      {note && (
        <div className={adminPage.wide}>
          <dt>Note to the buyer</dt>
          <dd className={adminPage.note}>{note}</dd>
        </div>
      )}
    </dl>
  )
}

type OfferVersionSectionProps = {
  version: StaffOfferDetail['versions'][number]
  views: StaffOfferDetail['views']
  isCurrent: boolean
}

const OfferVersionSection = ({ version, views, isCurrent }: OfferVersionSectionProps) => {
  const { lines, created_at, created_by, expires_at, note } = version
  const groups = Map.groupBy(lines, ({ org_type, end_client_size, distribution_ids }) =>
    choiceSentence({ org_type, end_client_size, distribution_ids }),
  )
  return (
    <section aria-labelledby={`version-${version.version}`}>
      <h2 id={`version-${version.version}`}>
        Version {version.version}
        {isCurrent && ', current'}
      </h2>
      <p className={adminPage.soft}>
        Created <span className="mono">{formatDateTime(created_at)}</span>
        {created_by && ` by ${created_by}`}, payable until <span className="mono">{formatLastDay(expires_at)}</span>.{' '}
        {views.length === 0
          ? 'No views yet.'
          : views
              .map(
                ({ email, last_at, times }) =>
                  `${email ?? 'Somebody'} viewed it ${times === 1 ? 'once' : `${times} times`}, last ${formatDateTime(last_at)}.`,
              )
              .join(' ')}
      </p>
      {!isCurrent && note && <p className={adminPage.note}>{note}</p>}
      <div className={adminPage.scroll}>
        {[...groups].map(([license, lines]) => (
          <table key={license} className={adminPage.table}>
            <caption>{license}</caption>
            <thead>
              <tr>
                <th scope="col">Clip</th>
                <th scope="col">File</th>
                <th scope="col" data-number>
                  List price
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
                    {!line.is_offered && <span className={adminPage.gone}> Withdrawn, not counted</span>}
                  </td>
                  <td data-label="File">{formatOf(line.format_id).name}</td>
                  <td data-label="List price" data-number>
                    {line.distribution_ids.includes(BUYOUT_DISTRIBUTION_ID) ? 'none' : line.table.formatted}
                  </td>
                  <td data-label="Agreed" data-number>
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
