import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Runs `work` after each navigation but not on the initial load, so that anything opened before hydration stays open.
 */
export const useAfterNavigation = (work: () => void) => {
  const { key } = useLocation()
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    work()
  })
}
