/** A fixed number of uncropped pictures in full rows. Plain CSS, so the server-rendered page is already correct. */
import {
  Children,
  Fragment,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEventHandler,
  type ReactNode,
  type Ref,
} from 'react'

import { hasModifier, moveToEnd, pressPictureKey } from './picture-keys.ts'
import { BREAKPOINTS, BREAKPOINT_RATIOS, getEmptyEnd, LARGE_BREAKPOINT_RATIOS, findRowEnds } from './row-ends.ts'

import styles from './full-rows.module.css'

type FullRowsProps = {
  /** The list's accessible name. */
  label: string
  /** Width divided by height of each child, in order. */
  ratios: readonly number[]
  /** One `<li>` for each ratio; its picture has `aspect-ratio: var(--ratio)`. */
  children: ReactNode
  /** Whether rows have fewer, larger pictures. */
  large?: boolean | undefined
  /** One click listener for many plain links. */
  onClick?: MouseEventHandler<HTMLElement>
  ref?: Ref<HTMLDivElement>
}

/** Arrow keys, Home and End move the focus between pictures, and letters press their buttons, unless the picture itself handled the key. */
export const FullRows = ({ label, ratios, children, large = false, onClick, ref }: FullRowsProps) => {
  const ratiosByBreakpoint = large ? LARGE_BREAKPOINT_RATIOS : BREAKPOINT_RATIOS
  const endsByBreakpoint = BREAKPOINTS.map(breakpoint => ({
    band: breakpoint,
    at: new Set(findRowEnds(ratios, ratiosByBreakpoint[breakpoint])),
  }))
  const emptyEnds = Object.fromEntries(
    BREAKPOINTS.map(breakpoint => [`--${breakpoint}`, getEmptyEnd(ratios, ratiosByBreakpoint[breakpoint])]),
  )
  return (
    <div ref={ref} className={styles.container} style={emptyEnds as CSSProperties}>
      {/* The explicit role is needed because browsers drop it from lists without markers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-interactions */}
      <ul className={styles.rows} role="list" aria-label={label} onKeyDown={moveFocus} onClick={onClick}>
        {Children.map(children, (child, i) => {
          const breakpointsHere = endsByBreakpoint.filter(entry => entry.at.has(i)).map(({ band: name }) => name)
          return (
            <Fragment>
              {child}
              {breakpointsHere.length > 0 && (
                <li className={styles.end} data-at={breakpointsHere.join(' ')} aria-hidden="true" />
              )}
            </Fragment>
          )
        })}
      </ul>
    </div>
  )
}

const ARROW_STEPS: Record<string, { across: -1 | 1 } | { down: -1 | 1 }> = {
  ArrowLeft: { across: -1 },
  ArrowRight: { across: 1 },
  ArrowUp: { down: -1 },
  ArrowDown: { down: 1 },
}

const moveFocus = (event: KeyboardEvent<HTMLUListElement>) => {
  if (event.defaultPrevented || pressPictureKey(event)) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > li:not([aria-hidden])')]
  const step = ARROW_STEPS[event.key]
  if (moveToEnd(event, items) || !step || hasModifier(event)) return
  const index = items.findIndex(item => item.contains(event.target as Node))
  const from = items[index]
  if (!from) return
  const next = 'across' in step ? items[index + step.across] : nearest(items, from, step.down)
  if (!next) return
  event.preventDefault()
  next.querySelector<HTMLElement>('a, button')?.focus()
}

const centerOf = ({ offsetLeft, offsetWidth }: HTMLElement) => offsetLeft + offsetWidth / 2

/** Returns the item in the row below (1) or above (-1) whose center is nearest. */
const nearest = (items: readonly HTMLElement[], from: HTMLElement, down: -1 | 1) => {
  const candidates = items.filter(item => (item.offsetTop - from.offsetTop) * down > 0)
  const tops = candidates.map(item => item.offsetTop)
  const row = down > 0 ? Math.min(...tops) : Math.max(...tops)
  const distance = (item: HTMLElement) => Math.abs(centerOf(item) - centerOf(from))
  return candidates.filter(item => item.offsetTop === row).toSorted((a, b) => distance(a) - distance(b))[0]
}
