/** The Collections panel: the latest collection, featured ones, and an index by group. */
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'

import {
  listCollectionGroups,
  listCollections,
  listFeaturedCollections,
  listFeaturedCurated,
} from '#catalog/collections-contract.ts'
import { FeaturedCard } from '#catalog/featured-card.tsx'
import { collectionPath } from '#catalog/paths.ts'
import { useCall } from '#platform/http/query.ts'
import { ButtonLink } from '#ui/button.tsx'

import { browseLinks } from '../../links.ts'

import css from './collections-panel.module.css'
import shared from './panel.module.css'

/** Names shown per group. Explore All leads to all of them. */
const MAX_NAMES_PER_GROUP = 6
const skeletonKeys = [1, 2, 3]

export default function CollectionsPanel() {
  const latest = useCall(listCollections, { query: { kind: 'shoot', per_page: '1' } })
  const curated = useCall(listFeaturedCurated, {})
  const shoots = useCall(listFeaturedCollections, {})
  const groups = useCall(listCollectionGroups, {}).data?.data ?? []
  const [newest] = latest.data?.data ?? []
  const featured =
    curated.isLoading || shoots.isLoading
      ? undefined
      : [...(curated.data?.data ?? []), ...(shoots.data?.data ?? [])].filter(({ id }) => id !== newest?.id)
  return (
    <div className={css.all}>
      {(latest.isLoading || newest) && (
        <section>
          <h2 className={shared.label}>Latest Collection</h2>
          <FeaturedCard collection={newest} />
        </section>
      )}
      {featured?.length !== 0 && (
        <section className={css.featured} aria-labelledby="menu-featured">
          <h2 className={shared.label} id="menu-featured">
            Featured
          </h2>
          <ul className={css.strip}>
            {featured
              ? featured.map(collection => (
                  <li key={collection.id}>
                    <FeaturedCard collection={collection} />
                  </li>
                ))
              : skeletonKeys.map(key => (
                  <li key={key}>
                    <FeaturedCard collection={undefined} />
                  </li>
                ))}
          </ul>
        </section>
      )}
      <div className={css.index}>
        <section className={shared.panel}>
          <h2 className={shared.label}>Collections</h2>
          <ul className={css.groups}>
            {groups.map(({ id, name, collections }) => (
              <li key={id} className={css.group}>
                <h3>{name}</h3>
                <ul className={shared.links}>
                  {collections.data.slice(0, MAX_NAMES_PER_GROUP).map(collection => (
                    <li key={collection.id}>
                      <Link to={collectionPath(collection)}>{collection.name}</Link>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
        <div className={css.ways}>
          <ul className={shared.links}>
            {browseLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
          <ButtonLink to="/collections">
            Explore All
            <ArrowRight aria-hidden />
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
