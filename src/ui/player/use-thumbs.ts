import { useEffect, useState } from 'react'

import { parseThumbs, type Thumb } from './sprite.ts'

/** Loads the sprite's list once it is wanted; without one, or when it does not come, the bar shows the timecode alone. */
export const useThumbs = (address: string | undefined, wanted: boolean): readonly Thumb[] => {
  const [thumbs, setThumbs] = useState<readonly Thumb[]>([])
  useEffect(() => {
    if (!address || !wanted) return undefined
    const stop = new AbortController()
    const load = async () => {
      const answer = await fetch(address, { signal: stop.signal })
      if (answer.ok) setThumbs(parseThumbs(await answer.text(), answer.url))
    }
    load().catch(() => undefined)
    return () => stop.abort()
  }, [address, wanted])
  return thumbs
}
