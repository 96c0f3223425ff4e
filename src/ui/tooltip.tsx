/** Shows the name of what it wraps, on hover and on keyboard focus; Escape hides it. It repeats a name, never adds one. */
import { useState, type ReactNode } from 'react'

import styles from './tooltip.module.css'

type TooltipProps = {
  text: ReactNode
  side?: 'top' | 'bottom'
  /** Which edges line up; near the edge of the screen not the center. */
  align?: 'start' | 'center' | 'end'
  /** One control, with a name of its own and without `title`. */
  children: ReactNode
}

export const Tooltip = ({ text, side = 'bottom', align = 'center', children }: TooltipProps) => {
  const [dismissed, setDismissed] = useState(false)
  const again = () => setDismissed(false)
  return (
    <span
      className={styles.anchor}
      role="presentation"
      onKeyDown={event => {
        if (event.key === 'Escape') setDismissed(true)
      }}
      onPointerLeave={again}
      onBlur={again}
    >
      {children}
      {dismissed ? null : (
        <span className={styles.tip} data-side={side} data-align={align} aria-hidden="true">
          {text}
        </span>
      )}
    </span>
  )
}
