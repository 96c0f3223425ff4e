/** A collection as a title card: its name on a frame of its footage, which moves while the pointer rests on it. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from './clip-thumb.tsx'
import type { CollectionCard } from './collections-contract.ts'
import { hoverLoop } from './hover-loop.ts'
import { collectionPath } from './paths.ts'
import { trailerOf } from './trailer.ts'

import styles from './title-card.module.css'

type TitleCardProps = {
  collection: CollectionCard
  /** What it is, above the name. */
  kind?: ReactNode
  /** On a page that is not its own: the name leads there. */
  linked?: boolean
  /** On the first screen: the picture does not wait. */
  top?: boolean
  children: ReactNode
}

export const TitleCard = ({ collection, kind, linked = false, top = !linked, children }: TitleCardProps) => {
  const { name, cover } = collection
  return (
    <header className={styles.card} data-theme="dark" {...hoverLoop(trailerOf(collection))}>
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
