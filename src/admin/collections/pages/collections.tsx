/** Collections: curated sets in their order and all shoots on the left, one of them on the right. */
import { GalleryHorizontalEnd } from 'lucide-react'
import { useSearchParams } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { collectionStates, collectionWords } from '#catalog/curating.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { ButtonLink } from '#ui/button.tsx'

import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { RoomRow } from '../../parts/room-row.tsx'
import { RoomFilter } from '../../parts/room-search.tsx'
import { Room } from '../../parts/room.tsx'
import { listStaffCollections, type CollectionRow } from '../contract.ts'
import { clipsInWords, collectionTones } from '../parts/collection-words.ts'
import type { Route } from './+types/collections'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Collections', noindex: true })

const queryOf = (asked: URLSearchParams) => ({
  ...roomQuery(asked),
  kind: oneOf(['curated', 'shoot'], asked.get('kind')),
  state: oneOf([...collectionStates, 'featured'], asked.get('state')),
})

export const loader = async (args: Route.LoaderArgs) => {
  const query = queryOf(args.url.searchParams)
  return { ...(await pageCall(args, listStaffCollections, { query })), query }
}

export default function Collections({ loaderData: { data: collections, meta, query } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  // Where somebody is in the clips of one says nothing of another.
  const kept = new URLSearchParams(asked)
  kept.delete('at')
  return (
    <Room
      path="/admin/collections"
      icon={GalleryHorizontalEnd}
      one="collection"
      many="collections"
      looks="Name, address, filmmaker or number"
      search={query.search}
      pagination={meta.pagination}
      none="There is no collection yet."
      begin={{ pathname: '/admin/collections/new', search: kept.toString() }}
      actions={
        <ButtonLink to={{ pathname: '/admin/collections/order', search: kept.toString() }} size="sm">
          Order
        </ButtonLink>
      }
      filters={
        <>
          <RoomFilter
            label="Kind"
            name="kind"
            value={query.kind}
            any="Every kind"
            options={[
              ['curated', 'Curated'],
              ['shoot', 'Shoots'],
            ]}
          />
          <RoomFilter
            label="State"
            name="state"
            value={query.state}
            any="Every state"
            options={[
              ...collectionStates.map(state => [state, collectionWords[state]] as const),
              ['featured', 'Featured'],
            ]}
          />
        </>
      }
      rows={collections.map(collection => (
        <Row key={collection.id} collection={collection} />
      ))}
    />
  )
}

const Row = ({ collection }: { collection: CollectionRow }) => {
  const { id, name, kind, state, featured, filmmaker, thumbs } = collection
  return (
    <RoomRow
      to={`/admin/collections/${id}`}
      picture={<ClipThumb thumbs={thumbs} sizes="72px" />}
      title={name}
      state={kind === 'shoot' ? 'Shoot' : collectionWords[state]}
      tone={kind === 'shoot' ? undefined : collectionTones[state]}
      under={`${filmmaker ? `${filmmaker}, ` : ''}${clipsInWords(collection)}`}
      end={featured && 'Featured'}
    />
  )
}
