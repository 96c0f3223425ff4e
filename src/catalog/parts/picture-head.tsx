/** The head of a subject: its name on a wide frame of its footage, which moves when it is touched. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from '../clip-thumb.tsx'
import type { Cover } from '../collections-contract.ts'
import { hoverLoop } from '../hover-loop.ts'

import styles from './picture-head.module.css'

type PictureHeadProps = {
  cover: Cover | null
  name: ReactNode
  /** What it is part of, from the outermost. */
  trail: readonly { name: string; path: string }[]
  children: ReactNode
}

export const PictureHead = ({ cover, name, trail, children }: PictureHeadProps) => (
  <header className={styles.head} data-theme="dark" {...hoverLoop(cover?.loop ?? undefined)}>
    {cover && <ClipThumb thumbs={cover.thumbs} sizes="100vw" eager first className={styles.picture} />}
    <div className={styles.words}>
      <nav className={styles.trail} aria-label="Part of">
        {trail.map(({ name: place, path }) => (
          <Link key={path} to={path}>
            {place}
          </Link>
        ))}
      </nav>
      <h1>{name}</h1>
      {children}
    </div>
  </header>
)
