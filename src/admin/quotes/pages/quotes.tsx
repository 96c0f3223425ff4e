/** Quotes and custom carts: found on the left, one of them or the builder on the right. */
import { FileText } from 'lucide-react'
import { useSearchParams } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { listOffers, type StaffOffer } from '#quotes/staff-contract.ts'
import { quoteStates } from '#quotes/states.ts'
import { ButtonLink } from '#ui/button.tsx'

import { momentOf } from '../../parts/moment.ts'
import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { RoomRow } from '../../parts/room-row.tsx'
import { RoomFilter } from '../../parts/room-search.tsx'
import { Room } from '../../parts/room.tsx'
import { listOfferDrafts } from '../drafts-contract.ts'
import { offerState } from '../parts/offer-words.ts'
import type { Route } from './+types/quotes'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Quotes', noindex: true })

const queryOf = (asked: URLSearchParams) => ({
  ...roomQuery(asked),
  state: oneOf(quoteStates, asked.get('state')),
  kind: oneOf(['quote', 'custom'], asked.get('kind')),
})

export const loader = async (args: Route.LoaderArgs) => {
  const query = queryOf(args.url.searchParams)
  const [offers, { data: drafts }] = await Promise.all([
    pageCall(args, listOffers, { query }),
    pageCall(args, listOfferDrafts, {}),
  ])
  return { ...offers, drafts_count: drafts.length, query }
}

export default function Quotes({ loaderData: { data: offers, meta, drafts_count, query } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  return (
    <Room
      path="/admin/quotes"
      icon={FileText}
      one="offer"
      many="offers"
      looks="Number, workspace or email"
      search={query.search}
      pagination={meta.pagination}
      none="Nothing has been offered yet."
      begin="/admin/quotes/new"
      actions={
        drafts_count > 0 && (
          <ButtonLink to={{ pathname: '/admin/quotes/drafts', search: asked.toString() }} size="sm">
            {drafts_count === 1 ? '1 draft' : `${drafts_count} drafts`}
          </ButtonLink>
        )
      }
      filters={
        <>
          <RoomFilter
            label="State"
            name="state"
            value={query.state}
            any="Every state"
            options={quoteStates.map(state => [state, offerState(state).label])}
          />
          <RoomFilter
            label="Kind"
            name="kind"
            value={query.kind}
            any="Both kinds"
            options={[
              ['quote', 'Quotes'],
              ['custom', 'Custom carts'],
            ]}
          />
        </>
      }
      rows={offers.map(offer => (
        <Row key={offer.number} offer={offer} />
      ))}
    />
  )
}

const Row = ({ offer }: { offer: StaffOffer }) => {
  const { number, workspace, state, version, total, clips_count, made_at, seen_at } = offer
  const { label, tone } = offerState(state)
  return (
    <RoomRow
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
      end={<span className="mono">{seen_at ? `seen ${momentOf(seen_at)}` : momentOf(made_at)}</span>}
    />
  )
}
