/**
 * Shows the name of a control on hover and keyboard focus; Escape hides it. It repeats an accessible name and never
 * provides one.
 */
import { useState, type ReactNode } from 'react'

import styles from './tooltip.module.css'

type TooltipProps = {
  text: ReactNode
  side?: 'top' | 'bottom'
  /** The edges to align; near the edge of the screen do not use the center. */
  align?: 'start' | 'center' | 'end'
  /** One control with its own accessible name and without `title`. */
  children: ReactNode
}

export const Tooltip = ({ text, side = 'bottom', align = 'center', children }: TooltipProps) => {
  const [dismissed, setDismissed] = useState(false)
  const reset = () => setDismissed(false)
  return (
    <span
      className={styles.anchor}
      role="presentation"
      onKeyDown={event => {
        if (event.key === 'Escape') setDismissed(true)
      }}
      onPointerLeave={reset}
      onBlur={reset}
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
