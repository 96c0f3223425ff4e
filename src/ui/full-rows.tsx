/** A known number of pictures in full rows, uncropped, none left over. Plain CSS, so the server's page is already right. */
import {
  Children,
  Fragment,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEventHandler,
  type ReactNode,
  type Ref,
} from 'react'

import { bandNames, bands, emptyEnd, largeBands, rowEnds } from './row-ends.ts'

import styles from './full-rows.module.css'

type FullRowsProps = {
  /** What the list holds, read aloud. */
  label: string
  /** Width over height of each child, in their order. */
  ratios: readonly number[]
  /** One `<li>` for each ratio; its picture has `aspect-ratio: var(--ratio)`. */
  children: ReactNode
  /** Fewer pictures to a row. */
  large?: boolean | undefined
  /** For many plain links with one listener. */
  onClick?: MouseEventHandler<HTMLElement>
  ref?: Ref<HTMLDivElement>
}

/** Arrow keys move the focus from picture to picture, unless the picture itself has used the key. */
export const FullRows = ({ label, ratios, children, large = false, onClick, ref }: FullRowsProps) => {
  const wide = large ? largeBands : bands
  const ends = bandNames.map(band => ({ band, at: new Set(rowEnds(ratios, wide[band])) }))
  const empty = Object.fromEntries(bandNames.map(band => [`--${band}`, emptyEnd(ratios, wide[band])]))
  return (
    <div ref={ref} className={styles.room} style={empty as CSSProperties}>
      {/* The role is said again because browsers drop it from lists without markers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-interactions */}
      <ul className={styles.rows} role="list" aria-label={label} onKeyDown={moveFocus} onClick={onClick}>
        {Children.map(children, (child, i) => {
          const at = ends.filter(one => one.at.has(i)).map(({ band }) => band)
          return (
            <Fragment>
              {child}
              {at.length > 0 && <li className={styles.end} data-at={at.join(' ')} aria-hidden="true" />}
            </Fragment>
          )
        })}
      </ul>
    </div>
  )
}

const steps: Record<string, { across: -1 | 1 } | { down: -1 | 1 }> = {
  ArrowLeft: { across: -1 },
  ArrowRight: { across: 1 },
  ArrowUp: { down: -1 },
  ArrowDown: { down: 1 },
}

const moveFocus = (event: KeyboardEvent<HTMLUListElement>) => {
  const step = steps[event.key]
  if (!step || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > li:not([aria-hidden])')]
  const at = items.findIndex(item => item.contains(event.target as Node))
  const from = items[at]
  if (!from) return
  const next = 'across' in step ? items[at + step.across] : nearest(items, from, step.down)
  if (!next) return
  event.preventDefault()
  next.querySelector<HTMLElement>('a, button')?.focus()
}

const middleOf = ({ offsetLeft, offsetWidth }: HTMLElement) => offsetLeft + offsetWidth / 2

/** The item of the row below (1) or above (-1) whose middle is nearest. */
const nearest = (items: readonly HTMLElement[], from: HTMLElement, down: -1 | 1) => {
  const beyond = items.filter(item => (item.offsetTop - from.offsetTop) * down > 0)
  const tops = beyond.map(item => item.offsetTop)
  const row = down > 0 ? Math.min(...tops) : Math.max(...tops)
  const distance = (item: HTMLElement) => Math.abs(middleOf(item) - middleOf(from))
  return beyond.filter(item => item.offsetTop === row).toSorted((a, b) => distance(a) - distance(b))[0]
}
