/** A card of a shoot or curated collection: its poster, which plays the trailer on hover, and its name. */
import { Link } from 'react-router'

import { ClipThumb } from './clip-thumb.tsx'
import type { CollectionCard as Collection } from './collections-contract.ts'
import { formatClipCount } from './counts.ts'
import { hoverLoopProps } from './hover-loop.ts'
import { collectionPath } from './paths.ts'
import { trailerUrlOf } from './trailer.ts'

import styles from './collection-card.module.css'

const SIZES = '(width < 770px) 100vw, (width < 1140px) 50vw, 34vw'

export const CollectionCard = ({ collection }: { collection: Collection }) => {
  const { name, cover, filmmaker, clip_count } = collection
  return (
    <article {...hoverLoopProps(trailerUrlOf(collection))}>
      <Link to={collectionPath(collection)} className={styles.card}>
        <span className={styles.frame}>{cover && <ClipThumb thumbs={cover.thumbs} sizes={SIZES} />}</span>
        <h3 className={styles.name}>{name}</h3>
        <span className={styles.facts}>
          {filmmaker && <span>{filmmaker.data.name}</span>}
          <span>{formatClipCount(clip_count)}</span>
        </span>
      </Link>
    </article>
  )
}
