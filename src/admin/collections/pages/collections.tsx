/** Collections: curated sets in their order and all shoots on the left, one of them on the right. */
import { NavLink, Outlet, useMatch, useSearchParams } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { collectionStates, collectionWords } from '#catalog/curating.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SelectField } from '#ui/select.tsx'

import { chooseFilter, RoomList } from '../../parts/room-list.tsx'
import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { listStaffCollections, type CollectionRow } from '../contract.ts'
import { clipsInWords, collectionTones } from '../parts/collection-words.ts'
import type { Route } from './+types/collections'

import room from '../../pages/people.module.css'
import desk from '../../parts/desk.module.css'
import css from './collections.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Collections', noindex: true })

const queryOf = (asked: URLSearchParams) => ({
  ...roomQuery(asked),
  kind: oneOf(['curated', 'shoot'], asked.get('kind')),
  state: oneOf([...collectionStates, 'featured'], asked.get('state')),
})

export const loader = (args: Route.LoaderArgs) =>
  pageCall(args, listStaffCollections, { query: queryOf(args.url.searchParams) })

export default function Collections({ loaderData: { data: collections, meta } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const isAlone = useMatch('/admin/collections') !== null
  const query = queryOf(asked)
  // Where somebody is in the clips of one says nothing of another.
  const kept = new URLSearchParams(asked)
  kept.delete('at')
  return (
    <div className={cx(room.people, desk.room)} data-chosen={!isAlone || undefined}>
      <RoomList
        path="/admin/collections"
        one="collection"
        many="collections"
        looks="Name, address, filmmaker or number"
        search={query.search}
        pagination={meta.pagination}
        none="There is no collection yet."
        action={
          <span className={css.ways}>
            <ButtonLink to={{ pathname: '/admin/collections/order', search: kept.toString() }} size="sm">
              Order
            </ButtonLink>
            <ButtonLink
              to={{ pathname: '/admin/collections/new', search: kept.toString() }}
              size="sm"
              kind={isAlone ? 'primary' : 'secondary'}
            >
              New
            </ButtonLink>
          </span>
        }
        filters={
          <>
            <SelectField
              dense
              label="Kind"
              labelHidden
              name="kind"
              defaultValue={query.kind ?? ''}
              onChange={chooseFilter}
            >
              <option value="">Every kind</option>
              <option value="curated">Curated</option>
              <option value="shoot">Shoots</option>
            </SelectField>
            <SelectField
              dense
              label="State"
              labelHidden
              name="state"
              defaultValue={query.state ?? ''}
              onChange={chooseFilter}
            >
              <option value="">Every state</option>
              {collectionStates.map(state => (
                <option key={state} value={state}>
                  {collectionWords[state]}
                </option>
              ))}
              <option value="featured">Featured</option>
            </SelectField>
          </>
        }
      >
        {collections.map(collection => (
          <Row key={collection.id} collection={collection} query={kept.toString()} />
        ))}
      </RoomList>
      <section className={room.main} aria-label="Collection">
        {isAlone && <p className={room.hint}>Choose a collection, or make a new one.</p>}
        <Outlet />
      </section>
    </div>
  )
}

const Row = ({ collection, query }: { collection: CollectionRow; query: string }) => {
  const { id, name, kind, state, featured, filmmaker, thumbs } = collection
  return (
    <li className={css.line}>
      <NavLink
        to={{ pathname: `/admin/collections/${id}`, search: query }}
        className={cx(room.row, css.row)}
        preventScrollReset
      >
        <span className={css.picture}>
          <ClipThumb thumbs={thumbs} sizes="72px" />
        </span>
        <span className={room.name}>{name}</span>
        <span className={desk.state} data-tone={kind === 'shoot' ? undefined : collectionTones[state]}>
          {kind === 'shoot' ? 'Shoot' : collectionWords[state]}
        </span>
        <span className={room.email}>
          {filmmaker && `${filmmaker}, `}
          {clipsInWords(collection)}
        </span>
        <span className={room.seen}>{featured && 'Featured'}</span>
      </NavLink>
    </li>
  )
}
