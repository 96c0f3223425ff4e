/** The list of collections: curated ones in their order, then all shoots. */
import { GalleryHorizontalEnd } from 'lucide-react'
import { useSearchParams } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { AdminRow } from '#ui/admin/admin-row.tsx'
import { AdminFilter } from '#ui/admin/admin-search-field.tsx'
import { oneOf, listQuery } from '#ui/admin/list-query.ts'
import { AdminListPage } from '#ui/admin/resource-list.tsx'
import { ButtonLink } from '#ui/button.tsx'

import { ClipThumb } from '../../../clip-thumb.tsx'
import { collectionStates, collectionStateLabels } from '../../../collection-states.ts'
import { listStaffCollections, type StaffCollectionSummary } from '../contract.ts'
import { formatClipCounts, collectionStateTones } from '../parts/collection-labels.ts'
import type { Route } from './+types/collections'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Collections', noindex: true })

const readQuery = (searchParams: URLSearchParams) => ({
  ...listQuery(searchParams),
  kind: oneOf(['curated', 'shoot'], searchParams.get('kind')),
  state: oneOf([...collectionStates, 'featured'], searchParams.get('state')),
})

export const loader = async (args: Route.LoaderArgs) => {
  const query = readQuery(args.url.searchParams)
  return { ...(await callForPage(args, listStaffCollections, { query })), query }
}

export default function CollectionsPage({ loaderData: { data: collections, meta, query } }: Route.ComponentProps) {
  const [searchParams] = useSearchParams()
  // The page of one collection's clips does not apply to another collection.
  const listParams = new URLSearchParams(searchParams)
  listParams.delete('at')
  return (
    <AdminListPage
      path="/admin/collections"
      icon={GalleryHorizontalEnd}
      singular="collection"
      plural="collections"
      searchLabel="Name, address, filmmaker or number"
      search={query.search}
      pagination={meta.pagination}
      emptyTitle="There is no collection yet."
      newTo={{ pathname: '/admin/collections/new', search: listParams.toString() }}
      actions={
        <ButtonLink to={{ pathname: '/admin/collections/order', search: listParams.toString() }} size="sm">
          Order
        </ButtonLink>
      }
      filters={
        <>
          <AdminFilter
            label="Kind"
            name="kind"
            value={query.kind}
            anyLabel="Every kind"
            options={[
              ['curated', 'Curated'],
              ['shoot', 'Shoots'],
            ]}
          />
          <AdminFilter
            label="State"
            name="state"
            value={query.state}
            anyLabel="All states"
            options={[
              ...collectionStates.map(state => [state, collectionStateLabels[state]] as const),
              ['featured', 'Featured'],
            ]}
          />
        </>
      }
      rows={collections.map(collection => (
        <CollectionRow key={collection.id} collection={collection} />
      ))}
    />
  )
}

const CollectionRow = ({ collection }: { collection: StaffCollectionSummary }) => {
  const { id, name, kind, state, featured, filmmaker, thumbs } = collection
  return (
    <AdminRow
      to={`/admin/collections/${id}`}
      picture={<ClipThumb thumbs={thumbs} sizes="72px" />}
      title={name}
      state={kind === 'shoot' ? 'Shoot' : collectionStateLabels[state]}
      tone={kind === 'shoot' ? undefined : collectionStateTones[state]}
      under={`${filmmaker ? `${filmmaker}, ` : ''}${formatClipCounts(collection)}`}
      end={featured && 'Featured'}
    />
  )
}
