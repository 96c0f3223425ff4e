/**
 * Uncropped pictures of any shape in rows of equal height, edge to edge. Plain CSS, so the server-rendered page is
 * already correct.
 */
import type { CSSProperties, KeyboardEvent, MouseEventHandler, ReactNode, Ref } from 'react'

import { cx } from './cx.ts'
import { findNeighbor, type Direction } from './justified-rows.ts'
import { hasModifier, moveToEnd, pressPictureKey } from './picture-keys.ts'

import styles from './justified-grid.module.css'

type JustifiedGridProps = {
  /** The list's accessible name. */
  label: string
  /** JustifiedCells. */
  children: ReactNode
  className?: string
  /** One click listener for many plain links. */
  onClick?: MouseEventHandler<HTMLElement>
  ref?: Ref<HTMLDivElement>
}

/** Arrow keys, Home and End move the focus between pictures, and letters press their buttons, unless the picture itself handled the key. */
export const JustifiedGrid = ({ label, children, className, onClick, ref }: JustifiedGridProps) => (
  <div ref={ref} className={cx(styles.container, className)}>
    {/* The explicit role is needed because browsers drop it from lists without markers. */}
    {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-interactions */}
    <ul className={styles.grid} role="list" aria-label={label} onKeyDown={moveFocus} onClick={onClick}>
      {children}
    </ul>
  </div>
)

/**
 * An item of the grid. Its picture has `aspect-ratio: var(--ratio)`, with any other content around it.
 */
export const JustifiedCell = ({ ratio, children }: { ratio: number; children: ReactNode }) => (
  <li className={styles.item} style={{ '--ratio': ratio } as CSSProperties} data-ratio={ratio}>
    {children}
  </li>
)

const directions: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

const moveFocus = (event: KeyboardEvent<HTMLUListElement>) => {
  if (event.defaultPrevented || pressPictureKey(event)) return
  const direction = directions[event.key]
  const grid = event.currentTarget
  const items = [...grid.querySelectorAll<HTMLElement>(':scope > [data-ratio]')]
  if (moveToEnd(event, items) || !direction || hasModifier(event)) return
  const index = items.findIndex(item => item.contains(event.target as Node))
  const first = items[0]
  if (!first || index < 0) return
  const ratios = items.map(item => Number(item.dataset.ratio))
  const metrics = {
    width_px: grid.clientWidth,
    target_px: parseFloat(getComputedStyle(first).flexBasis) / (ratios[0] ?? 1),
    gap_px: parseFloat(getComputedStyle(grid).columnGap),
  }
  const next = findNeighbor(ratios, metrics, index, direction)
  if (next === index) return
  event.preventDefault()
  items[next]?.querySelector<HTMLElement>('a, button')?.focus()
}
