/** The header of a category: its name on a wide frame of its footage, which plays on hover. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from '../clip-thumb.tsx'
import type { Cover } from '../collections-contract.ts'
import { hoverLoopProps } from '../hover-loop.ts'

import styles from './picture-head.module.css'

type PictureHeadProps = {
  cover: Cover | null
  name: ReactNode
  /** What it is part of, outermost first. */
  trail: readonly { name: string; path: string }[]
  children: ReactNode
}

export const PictureHead = ({ cover, name, trail, children }: PictureHeadProps) => (
  <header className={styles.head} data-theme="dark" {...hoverLoopProps(cover?.loop ?? undefined)}>
    {cover && <ClipThumb thumbs={cover.thumbs} sizes="100vw" eager first className={styles.picture} />}
    <div className={styles.words}>
      <nav className={styles.trail} aria-label="Part of">
        {trail.map(({ name: label, path }) => (
          <Link key={path} to={path}>
            {label}
          </Link>
        ))}
      </nav>
      <h1>{name}</h1>
      {children}
    </div>
  </header>
)
