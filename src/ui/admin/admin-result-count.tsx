/** The number of results in a list, and the list's keyboard shortcuts. */
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'

import css from './resource-list.module.css'

type AdminResultCountProps = {
  total: number
  /** The noun, such as "quote" and "quotes". */
  singular: string
  plural: string
}

export const AdminResultCount = ({ total, singular, plural }: AdminResultCountProps) => {
  const { state } = useNavigation()
  return (
    <p className={css.count} aria-live="polite">
      {state === 'loading' ? 'Loading…' : total === 1 ? `1 ${singular}` : `${total.toLocaleString('en-US')} ${plural}`}
    </p>
  )
}

/** Explains the list's keyboard shortcuts. */
export const AdminKeyHints = ({ more }: { more?: ReactNode }) => (
  <p className={css.keys}>
    <kbd>/</kbd> searches, <kbd>↓</kbd> <kbd>↑</kbd> go through the list, <kbd>Enter</kbd> opens{more}.
  </p>
)
