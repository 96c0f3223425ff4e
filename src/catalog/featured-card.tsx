/** A featured collection in a strip or menu: its poster, which plays the trailer on hover or touch, with its name on it. */
import { Link } from 'react-router'

import { Skeleton } from '#ui/skeleton.tsx'

import { ClipThumb } from './clip-thumb.tsx'
import type { CollectionCard } from './collections-contract.ts'
import { hoverLoopProps } from './hover-loop.ts'
import { collectionPath } from './paths.ts'
import { trailerUrlOf } from './trailer.ts'

import styles from './featured-card.module.css'

type FeaturedCardProps = {
  /** Undefined while it loads: a skeleton keeps its space. */
  collection: CollectionCard | undefined
}

export const FeaturedCard = ({ collection }: FeaturedCardProps) =>
  collection ? (
    <article className={styles.card} data-theme="dark" {...hoverLoopProps(trailerUrlOf(collection))}>
      <Link to={collectionPath(collection)} className={styles.link}>
        {collection.cover && <ClipThumb thumbs={collection.cover.thumbs} sizes="480px" />}
        <span className={styles.words}>
          <strong className={styles.name}>{collection.name}</strong>
          {collection.filmmaker && <span>{collection.filmmaker.data.name}</span>}
        </span>
      </Link>
    </article>
  ) : (
    <div className={styles.card}>
      <Skeleton ratio={16 / 9} height="100%" />
    </div>
  )
