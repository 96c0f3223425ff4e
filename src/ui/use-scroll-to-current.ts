import { useEffect, useRef, type RefObject } from 'react'

/** Scrolls a row of links that is wider than the screen to the current link (`aria-current`). */
export const useScrollToCurrent = <Row extends HTMLElement>(pathname: string): RefObject<Row | null> => {
  const row = useRef<Row>(null)
  const hasMounted = useRef(false)
  useEffect(() => {
    if (row.current && !isInUse(row.current, hasMounted.current))
      row.current.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    hasMounted.current = true
  }, [pathname])
  return row
}

/**
 * Returns whether the user scrolled the row before hydration or is pressing a link in it. Moving a pressed link would
 * cancel its click.
 */
const isInUse = (row: HTMLElement, hasMounted: boolean) =>
  (!hasMounted && row.scrollLeft !== 0) || row.querySelector(':active') !== null
