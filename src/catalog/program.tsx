/** Collections as a cinema's program: their titles beside one screen, which shows the one that is touched. */
import { useState } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from './clip-thumb.tsx'
import type { CollectionCard } from './collections-contract.ts'
import { hoverLoop } from './hover-loop.ts'
import { clipCount } from './parts/counts.ts'
import { collectionPath } from './paths.ts'
import { trailerOf } from './trailer.ts'

import styles from './program.module.css'

const sizes = '(width < 834px) 100vw, 62vw'

type ProgramProps = { collections: readonly CollectionCard[]; heading?: 'h2' | 'h3'; top?: boolean }

export const Program = ({ collections, heading: Heading = 'h3', top = false }: ProgramProps) => {
  const [shown, setShown] = useState(0)
  return (
    <ol className={styles.program}>
      {collections.map((collection, i) => (
        <li key={collection.id} className={styles.entry} data-shown={i === shown}>
          <article {...hoverLoop(trailerOf(collection))}>
            <Link
              to={collectionPath(collection)}
              className={styles.link}
              onPointerEnter={() => setShown(i)}
              onFocus={() => setShown(i)}
            >
              <span className={styles.screen}>
                {collection.cover && (
                  <ClipThumb thumbs={collection.cover.thumbs} sizes={sizes} eager={top && i === 0} />
                )}
              </span>
              <span className={styles.words}>
                <Heading className={styles.name}>{collection.name}</Heading>
                <span className={styles.about}>{collection.description}</span>
                <span className={styles.count}>{clipCount(collection.clip_count)}</span>
              </span>
            </Link>
          </article>
        </li>
      ))}
    </ol>
  )
}
