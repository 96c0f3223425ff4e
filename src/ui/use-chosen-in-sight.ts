import { useEffect, useRef, type RefObject } from 'react'

/** For a row of links that is wider than the screen: the one that somebody is at (`aria-current`) comes into sight. */
export const useChosenInSight = <Row extends HTMLElement>(pathname: string): RefObject<Row | null> => {
  const row = useRef<Row>(null)
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return row
}
