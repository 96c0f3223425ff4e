/** A subject as a frame of its footage with its name on it; it moves when it is touched. */
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from './clip-thumb.tsx'
import type { Cover } from './collections-contract.ts'
import { hoverLoop } from './hover-loop.ts'

import styles from './tile.module.css'

const sizes = '(width < 570px) 100vw, (width < 1024px) 50vw, 34vw'

type TileProps = {
  to: string
  name: string
  cover: Cover | null
  /** What plays, where that is not the cover's own loop. */
  loop?: string | undefined
  /** Width over height. */
  ratio?: number
  heading?: 'h2' | 'h3'
  /** On the first screen: the picture does not wait. */
  eager?: boolean
  /** One line under the name; links in it lead to places of their own. */
  children?: ReactNode
}

export const tile_ratio = 16 / 9

/** An item of FullRows. */
export const Tile = ({
  to,
  name,
  cover,
  loop = cover?.loop ?? undefined,
  ratio = tile_ratio,
  heading: Heading = 'h3',
  eager = false,
  children,
}: TileProps) => (
  <li className={styles.tile} style={{ '--ratio': ratio } as CSSProperties} data-theme="dark" {...hoverLoop(loop)}>
    {cover && <ClipThumb thumbs={cover.thumbs} sizes={sizes} eager={eager} />}
    <div className={styles.words}>
      <Heading className={styles.name}>
        <Link to={to}>{name}</Link>
      </Heading>
      {children && <p className={styles.line}>{children}</p>}
    </div>
  </li>
)
