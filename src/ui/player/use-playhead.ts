import { useEffect, useState, type RefObject } from 'react'

/** Where the video stands, in seconds: every frame while it moves, otherwise when it changes. For small parts only. */
export const usePlayhead = (video: RefObject<HTMLVideoElement | null>, moving: boolean): number => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const now = video.current
    if (!now) return undefined
    const read = () => setSeconds(now.currentTime)
    const stop = new AbortController()
    for (const name of ['seeking', 'seeked', 'timeupdate', 'loadedmetadata'])
      now.addEventListener(name, read, { signal: stop.signal })
    let request = 0
    const tick = () => {
      read()
      request = requestAnimationFrame(tick)
    }
    if (moving) tick()
    return () => {
      stop.abort()
      cancelAnimationFrame(request)
    }
  }, [video, moving])
  return seconds
}
