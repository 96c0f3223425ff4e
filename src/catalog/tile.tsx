/** A tile of a subject: a frame of its footage with its name on it, which plays on hover or touch. */
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from './clip-thumb.tsx'
import type { Cover } from './collections-contract.ts'
import { hoverLoopProps } from './hover-loop.ts'

import styles from './tile.module.css'

const SIZES = '(width < 570px) 100vw, (width < 1024px) 50vw, 34vw'

type TileProps = {
  to: string
  name: string
  cover: Cover | null
  /** The loop to play instead of the cover’s own. */
  loop?: string | undefined
  /** Width over height. */
  ratio?: number
  heading?: 'h2' | 'h3'
  /** On the first screen: the picture loads eagerly. */
  eager?: boolean
  /** One line under the name; it may have its own links. */
  children?: ReactNode
}

export const TILE_RATIO = 16 / 9

/** An item of FullRows. */
export const Tile = ({
  to,
  name,
  cover,
  loop = cover?.loop ?? undefined,
  ratio = TILE_RATIO,
  heading: Heading = 'h3',
  eager = false,
  children,
}: TileProps) => (
  <li className={styles.tile} style={{ '--ratio': ratio } as CSSProperties} data-theme="dark" {...hoverLoopProps(loop)}>
    {cover && <ClipThumb thumbs={cover.thumbs} sizes={SIZES} eager={eager} />}
    <div className={styles.words}>
      <Heading className={styles.name}>
        <Link to={to}>{name}</Link>
      </Heading>
      {children && <p className={styles.line}>{children}</p>}
    </div>
  </li>
)
