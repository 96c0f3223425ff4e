/** Placeholders with the exact size of content that is loading. */
import type { CSSProperties } from 'react'

import { cx } from './cx.ts'

import styles from './skeleton.module.css'

type SkeletonProps = {
  /** Width divided by height, for pictures. */
  ratio?: number
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  className?: string
}

export const Skeleton = ({ ratio, width, height, className }: SkeletonProps) => (
  <span aria-hidden="true" className={cx(styles.block, className)} style={{ aspectRatio: ratio, width, height }} />
)

/** Lines of text in the surrounding type size; the last one is shorter. */
export const SkeletonText = ({ lines = 1, width = '100%' }: { lines?: number; width?: CSSProperties['width'] }) => (
  <span aria-hidden="true" className={styles.text} style={{ width }}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} className={styles.line}>
        <span className={styles.block} />
      </span>
    ))}
  </span>
)
