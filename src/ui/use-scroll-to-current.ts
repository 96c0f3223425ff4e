import { useEffect, useRef, type RefObject } from 'react'

/** Scrolls a row of links that is wider than the screen to the current link (`aria-current`). */
export const useScrollToCurrent = <Row extends HTMLElement>(pathname: string): RefObject<Row | null> => {
  const row = useRef<Row>(null)
  const hasMounted = useRef(false)
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current]')
    if (row.current && current && !isInUse(row.current, hasMounted.current)) {
      // `scrollIntoView` would also scroll the page back up to the row.
      const [rowBox, box] = [row.current.getBoundingClientRect(), current.getBoundingClientRect()]
      row.current.scrollLeft += box.left + box.width / 2 - (rowBox.left + rowBox.width / 2)
    }
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
