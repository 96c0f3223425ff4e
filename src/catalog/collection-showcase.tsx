/** Collections as a list of titles beside one screen, which shows the active one. */
import { useState } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from './clip-thumb.tsx'
import type { CollectionCard } from './collections-contract.ts'
import { formatClipCount } from './counts.ts'
import { hoverLoopProps } from './hover-loop.ts'
import { collectionPath } from './paths.ts'
import { trailerUrlOf } from './trailer.ts'

import styles from './collection-showcase.module.css'

const SIZES = '(width < 834px) 100vw, 62vw'

type CollectionShowcaseProps = { collections: readonly CollectionCard[]; heading?: 'h2' | 'h3'; top?: boolean }

export const CollectionShowcase = ({ collections, heading: Heading = 'h3', top = false }: CollectionShowcaseProps) => {
  const [activeIndex, setActiveIndex] = useState(0)
  return (
    <ol className={styles.program}>
      {collections.map((collection, i) => (
        <li key={collection.id} className={styles.entry} data-shown={i === activeIndex}>
          <article {...hoverLoopProps(trailerUrlOf(collection))}>
            <Link
              to={collectionPath(collection)}
              className={styles.link}
              onPointerEnter={() => setActiveIndex(i)}
              onFocus={() => setActiveIndex(i)}
            >
              <span className={styles.screen}>
                {collection.cover && (
                  <ClipThumb thumbs={collection.cover.thumbs} sizes={SIZES} eager={top && i === 0} />
                )}
              </span>
              <span className={styles.words}>
                <Heading className={styles.name}>{collection.name}</Heading>
                <span className={styles.about}>{collection.description}</span>
                <span className={styles.count}>{formatClipCount(collection.clip_count)}</span>
              </span>
            </Link>
          </article>
        </li>
      ))}
    </ol>
  )
}
