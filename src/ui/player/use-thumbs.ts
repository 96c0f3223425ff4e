import { useEffect, useState } from 'react'

import { parseThumbs, type Thumb } from './sprite.ts'

/** Loads the thumbnail list once it is needed. Returns an empty list without a URL or when loading fails. */
export const useThumbs = (url: string | undefined, isNeeded: boolean): readonly Thumb[] => {
  const [thumbs, setThumbs] = useState<readonly Thumb[]>([])
  useEffect(() => {
    if (!url || !isNeeded) return undefined
    const controller = new AbortController()
    const load = async () => {
      const response = await fetch(url, { signal: controller.signal })
      if (response.ok) setThumbs(parseThumbs(await response.text(), response.url))
    }
    load().catch(() => undefined)
    return () => controller.abort()
  }, [url, isNeeded])
  return thumbs
}
