/** The title card of a collection: its name on a frame of its footage, which plays on hover. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from './clip-thumb.tsx'
import type { CollectionCard } from './collections-contract.ts'
import { hoverLoopProps } from './hover-loop.ts'
import { collectionPath } from './paths.ts'
import { trailerUrlOf } from './trailer.ts'

import styles from './title-card.module.css'

type TitleCardProps = {
  collection: CollectionCard
  /** The kind of collection, above the name. */
  kind?: ReactNode
  /** Links the name to the collection’s page. */
  linked?: boolean
  /** On the first screen: the picture loads eagerly. */
  top?: boolean
  children: ReactNode
}

export const TitleCard = ({ collection, kind, linked = false, top = !linked, children }: TitleCardProps) => {
  const { name, cover } = collection
  return (
    <header className={styles.card} data-theme="dark" {...hoverLoopProps(trailerUrlOf(collection))}>
      {cover && <ClipThumb thumbs={cover.thumbs} sizes="100vw" eager={top} first={top} className={styles.picture} />}
      <div className={styles.words}>
        {kind && <p className={styles.kind}>{kind}</p>}
        {linked ? (
          <h2>
            <Link to={collectionPath(collection)}>{name}</Link>
          </h2>
        ) : (
          <h1>{name}</h1>
        )}
        {children}
      </div>
    </header>
  )
}
