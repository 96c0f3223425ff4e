/** The empty state of a search: broader searches that have results, with some of their clips, and popular categories. */
import { ArrowRight, SearchX } from 'lucide-react'
import { Link } from 'react-router'

import { CategoryTile } from '#catalog/category-tile.tsx'
import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { formatClipCount } from '#catalog/counts.ts'
import {
  browsePath,
  emptyBrowseQuery,
  formatBrowseQuery,
  listSelectedFilters,
  type BrowseQuery,
} from '#catalog/filters.ts'
import { ChipLink } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import type { SearchAlternatives } from './load-browse.ts'

import styles from './no-results.module.css'

const MAX_CATEGORIES = 6

/** `isUnreadable`: whether the text has nothing to search for. */
type NoResultsProps = { browse: BrowseQuery; isUnreadable: boolean } & SearchAlternatives

export const NoResults = ({ browse, isUnreadable, searches, categories, popular }: NoResultsProps) => {
  const filtered = listSelectedFilters(browse).length > 0
  const title = isUnreadable
    ? `There’s nothing to search for in “${browse.q}”`
    : browse.q === ''
      ? 'No clip matches these filters'
      : `No clip matches “${browse.q}”${filtered ? ' and these filters' : ''}`
  return (
    <div className={styles.page}>
      {searches.length > 0 ? (
        <section className={styles.closest} aria-labelledby="closest">
          <h2 id="closest" className={styles.title}>
            {title}
          </h2>
          <p className={styles.text}>These broader searches have results:</p>
          <ul className={styles.list}>
            {searches.map(search => (
              <BroaderSearch key={search.path} {...search} />
            ))}
          </ul>
        </section>
      ) : (
        <EmptyState icon={SearchX} title={title}>
          <p>
            {isUnreadable ? 'Try words for what the clip shows' : 'Try fewer or more general words'}, or{' '}
            <Link to={browsePath(emptyBrowseQuery)}>browse all clips</Link>.
          </p>
        </EmptyState>
      )}
      {!isUnreadable && (
        <p className={styles.research}>
          Our researchers can look for it, too: <ResearchLink browse={browse} />
        </p>
      )}
      {popular.length > 0 && (
        <section aria-labelledby="popular-searches">
          <h2 id="popular-searches" className={styles.heading}>
            Popular searches
          </h2>
          <ul className={styles.popular}>
            {popular.map(term => (
              <li key={term}>
                <ChipLink to={browsePath({ ...emptyBrowseQuery, q: term })}>{term}</ChipLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="popular-categories">
        <h2 id="popular-categories" className={styles.heading}>
          Popular categories
        </h2>
        <div className={styles.categories}>
          {categories.slice(0, MAX_CATEGORIES).map(category => (
            <CategoryTile key={category.slug} {...category} />
          ))}
        </div>
      </section>
    </div>
  )
}

/** Opens the research form, which takes over the words and filters of the search. */
const ResearchLink = ({ browse }: { browse: BrowseQuery }) => {
  const query = formatBrowseQuery(browse)
  query.set('modal', 'footageResearch')
  return (
    <Link to={`?${query}`} preventScrollReset>
      Find My Footage
    </Link>
  )
}

const BroaderSearch = ({ label, path, total, total_is_estimate, clips }: SearchAlternatives['searches'][number]) => (
  <li>
    <Link to={path} className={styles.way}>
      <span className={styles.name}>{label}</span>
      <span className={styles.count}>{formatClipCount(total, total_is_estimate)}</span>
      <span className={styles.glimpses}>
        {clips.map(({ id, width, height, movie }) => (
          <span key={id} style={{ aspectRatio: `${width} / ${height}` }}>
            <ClipThumb thumbs={movie.public_paths.thumbs} sizes="180px" eager />
          </span>
        ))}
      </span>
      <ArrowRight aria-hidden="true" className={styles.arrow} />
    </Link>
  </li>
)
