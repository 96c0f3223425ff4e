/** Pictures of any shape in rows of equal height, edge to edge and uncropped. Plain CSS, so the server's page is already right. */
import type { CSSProperties, KeyboardEvent, MouseEventHandler, ReactNode, Ref } from 'react'

import { cx } from './cx.ts'
import { neighbor, type Direction } from './justified-rows.ts'

import styles from './justified-grid.module.css'

type GridProps = {
  /** What the list holds, read aloud. */
  label: string
  /** JustifiedItems or JustifiedCells. */
  children: ReactNode
  className?: string
  /** For many plain links with one listener. */
  onClick?: MouseEventHandler<HTMLElement>
  ref?: Ref<HTMLDivElement>
}

/** Arrow keys move the focus from picture to picture, unless the picture itself has used the key. */
export const JustifiedGrid = ({ label, children, className, onClick, ref }: GridProps) => (
  <div ref={ref} className={cx(styles.room, className)}>
    {/* The role is said again because browsers drop it from lists without markers. */}
    {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-interactions */}
    <ul className={styles.grid} role="list" aria-label={label} onKeyDown={moveFocus} onClick={onClick}>
      {children}
    </ul>
  </div>
)

type ItemProps = {
  /** Width over height of the picture. */
  ratio: number
  /** The picture, with exactly one link or button first; it fills the frame. */
  children: ReactNode
  /** One line under the picture. */
  below?: ReactNode
}

export const JustifiedItem = ({ ratio, children, below }: ItemProps) => (
  <JustifiedCell ratio={ratio}>
    <div className={styles.picture}>{children}</div>
    {below}
  </JustifiedCell>
)

/** An item that draws its frame itself: its picture has `aspect-ratio: var(--ratio)`, and whatever else it has stands around that. */
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
  const direction = directions[event.key]
  if (!direction || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const grid = event.currentTarget
  const items = [...grid.querySelectorAll<HTMLElement>(':scope > [data-ratio]')]
  const index = items.findIndex(item => item.contains(event.target as Node))
  const first = items[0]
  if (!first || index < 0) return
  const ratios = items.map(item => Number(item.dataset.ratio))
  const room = {
    width_px: grid.clientWidth,
    target_px: parseFloat(getComputedStyle(first).flexBasis) / (ratios[0] ?? 1),
    gap_px: parseFloat(getComputedStyle(grid).columnGap),
  }
  const next = neighbor(ratios, room, index, direction)
  if (next === index) return
  event.preventDefault()
  items[next]?.querySelector<HTMLElement>('a, button')?.focus()
}
