import { useEffect, useRef, useState } from 'react'

import { untilReady } from '../until-ready.ts'

/** Whether somebody only went to another page meanwhile. */
export const isLeft = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Waits for a file that is still being made, as long as its button is there; `busy` is what the button says. */
export const useUntilReady = () => {
  const [percent, setPercent] = useState<number | null>(null)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  const until = async <T>(ask: () => Promise<T>): Promise<T> => {
    setPercent(null)
    return untilReady(ask, { told: setPercent, signal: leaving.current.signal })
  }
  return { until, busy: percent === null ? 'Starting…' : `Being made, ${percent}%` }
}
