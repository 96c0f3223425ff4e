import { useEffect, useRef, type RefObject } from 'react'

/** For a row of links that is wider than the screen: the one that somebody is at (`aria-current`) comes into sight. */
export const useChosenInSight = <Row extends HTMLElement>(pathname: string): RefObject<Row | null> => {
  const row = useRef<Row>(null)
  const isAlive = useRef(false)
  useEffect(() => {
    if (row.current && !isHeld(row.current, isAlive.current))
      row.current.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    isAlive.current = true
  }, [pathname])
  return row
}

/** Somebody moved the row before the scripts were there, or is pressing on it: a link that slips away under a press is not followed. */
const isHeld = (row: HTMLElement, isAlive: boolean) =>
  (!isAlive && row.scrollLeft !== 0) || row.querySelector(':active') !== null
