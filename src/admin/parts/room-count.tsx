/** How many were found, and that others are looked for. */
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'

import css from './room.module.css'

type Props = {
  total: number
  /** "1 quote", "12 quotes". */
  one: string
  many: string
}

export const RoomCount = ({ total, one, many }: Props) => {
  const { state } = useNavigation()
  return (
    <p className={css.count} aria-live="polite">
      {state === 'loading' ? 'Looking…' : total === 1 ? `1 ${one}` : `${total.toLocaleString('en-US')} ${many}`}
    </p>
  )
}

/** What the keys do that go through a list. */
export const RoomKeys = ({ more }: { more?: ReactNode }) => (
  <p className={css.keys}>
    <kbd>/</kbd> searches, <kbd>↓</kbd> <kbd>↑</kbd> go through the list, <kbd>Enter</kbd> opens{more}.
  </p>
)
