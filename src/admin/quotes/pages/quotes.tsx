/** Quotes and custom carts: found on the left, one of them or the builder on the right. */
import { NavLink, Outlet, useMatch, useSearchParams } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { listOffers, type StaffOffer } from '#quotes/staff-contract.ts'
import { quoteStates } from '#quotes/states.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SelectField } from '#ui/select.tsx'

import { momentOf } from '../../parts/moment.ts'
import { chooseFilter, RoomList } from '../../parts/room-list.tsx'
import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { listOfferDrafts } from '../drafts-contract.ts'
import { offerState } from '../parts/offer-words.ts'
import type { Route } from './+types/quotes'

import room from '../../pages/people.module.css'
import desk from '../../parts/desk.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Quotes', noindex: true })

const queryOf = (asked: URLSearchParams) => ({
  ...roomQuery(asked),
  state: oneOf(quoteStates, asked.get('state')),
  kind: oneOf(['quote', 'custom'], asked.get('kind')),
})

export const loader = async (args: Route.LoaderArgs) => {
  const [offers, { data: drafts }] = await Promise.all([
    pageCall(args, listOffers, { query: queryOf(args.url.searchParams) }),
    pageCall(args, listOfferDrafts, {}),
  ])
  return { ...offers, drafts_count: drafts.length }
}

export default function Quotes({ loaderData: { data: offers, meta, drafts_count } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const isAlone = useMatch('/admin/quotes') !== null
  const query = queryOf(asked)
  return (
    <div className={cx(room.people, desk.room)} data-chosen={!isAlone || undefined}>
      <RoomList
        path="/admin/quotes"
        one="offer"
        many="offers"
        looks="Number, workspace or email"
        search={query.search}
        pagination={meta.pagination}
        none="Nothing has been offered yet."
        action={
          <span className={desk.ways}>
            {drafts_count > 0 && (
              <ButtonLink to={{ pathname: '/admin/quotes/drafts', search: asked.toString() }} size="sm">
                {drafts_count === 1 ? '1 draft' : `${drafts_count} drafts`}
              </ButtonLink>
            )}
            <ButtonLink to="/admin/quotes/new" size="sm" kind="primary">
              New
            </ButtonLink>
          </span>
        }
        filters={
          <>
            <SelectField
              dense
              label="State"
              labelHidden
              name="state"
              defaultValue={query.state ?? ''}
              onChange={chooseFilter}
            >
              <option value="">Every state</option>
              {quoteStates.map(state => (
                <option key={state} value={state}>
                  {offerState(state).label}
                </option>
              ))}
            </SelectField>
            <SelectField
              dense
              label="Kind"
              labelHidden
              name="kind"
              defaultValue={query.kind ?? ''}
              onChange={chooseFilter}
            >
              <option value="">Both kinds</option>
              <option value="quote">Quotes</option>
              <option value="custom">Custom carts</option>
            </SelectField>
          </>
        }
      >
        {offers.map(offer => (
          <Row key={offer.number} offer={offer} query={asked.toString()} />
        ))}
      </RoomList>
      <section className={room.main} aria-label="Offer">
        {isAlone && <p className={room.hint}>Choose an offer, or make a new one.</p>}
        <Outlet />
      </section>
    </div>
  )
}

const Row = ({ offer, query }: { offer: StaffOffer; query: string }) => {
  const { number, workspace, state, version, total, clips_count, made_at, seen_at } = offer
  const { label, tone } = offerState(state)
  return (
    <li>
      <NavLink to={{ pathname: `/admin/quotes/${number}`, search: query }} className={room.row} preventScrollReset>
        <span className={room.name}>{workspace?.name ?? 'By link'}</span>
        <span className={desk.state} data-tone={tone}>
          {label}
        </span>
        <span className={room.email}>
          <span className="mono">{number}</span>
          {version > 1 && `, version ${version}`}, {total.formatted},{' '}
          {clips_count === 1 ? '1 clip' : `${clips_count} clips`}
        </span>
        <span className={cx('mono', room.seen)}>{seen_at ? `seen ${momentOf(seen_at)}` : momentOf(made_at)}</span>
      </NavLink>
    </li>
  )
}
