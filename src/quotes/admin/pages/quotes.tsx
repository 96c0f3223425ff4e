/** The list of quotes and custom carts, and the selected offer. */
import { FileText } from 'lucide-react'
import { useSearchParams } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { AdminRow } from '#ui/admin/admin-row.tsx'
import { AdminFilter } from '#ui/admin/admin-search-field.tsx'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { oneOf, listQuery } from '#ui/admin/list-query.ts'
import { AdminListPage } from '#ui/admin/resource-list.tsx'
import { ButtonLink } from '#ui/button.tsx'

import { listOffers, type StaffOffer } from '../../staff-contract.ts'
import { quoteStates } from '../../states.ts'
import { listOfferDrafts } from '../drafts-contract.ts'
import { getOfferStateLabel } from '../parts/offer-labels.ts'
import type { Route } from './+types/quotes'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Quotes', noindex: true })

const readQuery = (params: URLSearchParams) => ({
  ...listQuery(params),
  state: oneOf(quoteStates, params.get('state')),
  kind: oneOf(['quote', 'custom'], params.get('kind')),
})

export const loader = async (args: Route.LoaderArgs) => {
  const query = readQuery(args.url.searchParams)
  const [offers, { data: drafts }] = await Promise.all([
    callForPage(args, listOffers, { query }),
    callForPage(args, listOfferDrafts, {}),
  ])
  return { ...offers, drafts_count: drafts.length, query }
}

export default function Quotes({ loaderData: { data: offers, meta, drafts_count, query } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <AdminListPage
      path="/admin/quotes"
      icon={FileText}
      singular="offer"
      plural="offers"
      searchLabel="Number, workspace or email"
      search={query.search}
      pagination={meta.pagination}
      emptyTitle="No offers yet."
      newTo="/admin/quotes/new"
      actions={
        drafts_count > 0 && (
          <ButtonLink to={{ pathname: '/admin/quotes/drafts', search: params.toString() }} size="sm">
            {drafts_count === 1 ? '1 draft' : `${drafts_count} drafts`}
          </ButtonLink>
        )
      }
      filters={
        <>
          <AdminFilter
            label="State"
            name="state"
            value={query.state}
            anyLabel="All states"
            options={quoteStates.map(state => [state, getOfferStateLabel(state).label])}
          />
          <AdminFilter
            label="Kind"
            name="kind"
            value={query.kind}
            anyLabel="All kinds"
            options={[
              ['quote', 'Quotes'],
              ['custom', 'Custom carts'],
            ]}
          />
        </>
      }
      rows={offers.map(offer => (
        <OfferRow key={offer.number} offer={offer} />
      ))}
    />
  )
}

const OfferRow = ({ offer }: { offer: StaffOffer }) => {
  const { number, workspace, state, version, total, clips_count, created_at, seen_at } = offer
  const { label, tone } = getOfferStateLabel(state)
  return (
    <AdminRow
      to={`/admin/quotes/${number}`}
      title={workspace?.name ?? 'By link'}
      state={label}
      tone={tone}
      under={
        <>
          <span className="mono">{number}</span>
          {version > 1 && `, version ${version}`}, {total.formatted},{' '}
          {clips_count === 1 ? '1 clip' : `${clips_count} clips`}
        </>
      }
      end={<span className="mono">{seen_at ? `seen ${formatDateTime(seen_at)}` : formatDateTime(created_at)}</span>}
    />
  )
}
