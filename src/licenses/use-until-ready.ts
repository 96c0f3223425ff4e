import { useEffect, useRef, useState } from 'react'

import { untilReady } from './until-ready.ts'

/** Returns true when the user left the page, or didn’t agree to delivery. */
export const isAbortError = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Waits for a transcode in progress while the button is mounted. `busy` is the button's label. */
export const useUntilReady = () => {
  const [percent, setPercent] = useState<number | null>(null)
  const controller = useRef(new AbortController())
  useEffect(() => {
    controller.current = new AbortController()
    return () => controller.current.abort()
  }, [])
  const waitUntilReady = async <T>(request: () => Promise<T>): Promise<T> => {
    setPercent(null)
    return untilReady(request, { onProgress: setPercent, signal: controller.current.signal })
  }
  return { waitUntilReady, busy: percent === null ? 'Starting…' : `Preparing, ${percent}%` }
}
