/** Nothing found: the closest searches that find something, with a glimpse of it, and where else to look. */
import { ArrowRight, SearchX } from 'lucide-react'
import { Link } from 'react-router'

import { EmptyState } from '#ui/empty-state.tsx'

import { ClipThumb } from '../clip-thumb.tsx'
import { browsePath, chosen, emptyBrowse, type Browse } from '../filters.ts'
import { CategoryTile } from './category-tile.tsx'
import { clipCount } from './counts.ts'
import type { WaysOut } from './load-browse.ts'

import styles from './no-results.module.css'

const most_categories = 6

type NoResultsProps = { browse: Browse } & WaysOut

export const NoResults = ({ browse, looser, categories }: NoResultsProps) => {
  const filtered = chosen(browse).length > 0
  const title =
    browse.q === '' ? 'No clip has all of that' : `No clip matches “${browse.q}”${filtered ? ' and these filters' : ''}`
  return (
    <div className={styles.page}>
      {looser.length > 0 ? (
        <section className={styles.closest} aria-labelledby="closest">
          <h2 id="closest" className={styles.title}>
            {title}
          </h2>
          <p className={styles.text}>Giving up a little leads to these:</p>
          <ul className={styles.list}>
            {looser.map(one => (
              <Closest key={one.label} {...one} />
            ))}
          </ul>
        </section>
      ) : (
        <EmptyState icon={SearchX} title={title}>
          <p>
            Try fewer or more general words, or <Link to={browsePath(emptyBrowse)}>look at everything</Link>.
          </p>
        </EmptyState>
      )}
      <section aria-labelledby="popular-categories">
        <h2 id="popular-categories" className={styles.heading}>
          Popular categories
        </h2>
        <div className={styles.categories}>
          {categories.slice(0, most_categories).map(category => (
            <CategoryTile key={category.slug} {...category} />
          ))}
        </div>
      </section>
    </div>
  )
}

const Closest = ({ label, browse, count, is_estimate, clips }: WaysOut['looser'][number]) => (
  <li>
    <Link to={browsePath(browse)} className={styles.way}>
      <span className={styles.name}>{label}</span>
      <span className={styles.count}>{clipCount(count, is_estimate)}</span>
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
