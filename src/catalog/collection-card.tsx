/** A shoot or curated set: its poster, which becomes the trailer under the pointer, and what it is called. */
import { Link } from 'react-router'

import { ClipThumb } from './clip-thumb.tsx'
import type { CollectionCard as Collection } from './collections-contract.ts'
import { hoverLoop } from './hover-loop.ts'
import { clipCount } from './parts/counts.ts'
import { collectionPath } from './paths.ts'
import { trailerOf } from './trailer.ts'

import styles from './collection-card.module.css'

const sizes = '(width < 770px) 100vw, (width < 1140px) 50vw, 34vw'

export const CollectionCard = ({ collection }: { collection: Collection }) => {
  const { name, cover, filmmaker, clip_count } = collection
  return (
    <article {...hoverLoop(trailerOf(collection))}>
      <Link to={collectionPath(collection)} className={styles.card}>
        <span className={styles.frame}>{cover && <ClipThumb thumbs={cover.thumbs} sizes={sizes} />}</span>
        <h3 className={styles.name}>{name}</h3>
        <span className={styles.facts}>
          {filmmaker && <span>{filmmaker.data.name}</span>}
          <span>{clipCount(clip_count)}</span>
        </span>
      </Link>
    </article>
  )
}
