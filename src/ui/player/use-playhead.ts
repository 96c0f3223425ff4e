import { useEffect, useState, type RefObject } from 'react'

/** Returns the current time in seconds, updated every frame while the video plays. Use it only in small components. */
export const usePlayhead = (video: RefObject<HTMLVideoElement | null>, moving: boolean): number => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    const update = () => setSeconds(element.currentTime)
    const controller = new AbortController()
    for (const name of ['seeking', 'seeked', 'timeupdate', 'loadedmetadata'])
      element.addEventListener(name, update, { signal: controller.signal })
    let request = 0
    const tick = () => {
      update()
      request = requestAnimationFrame(tick)
    }
    if (moving) tick()
    return () => {
      controller.abort()
      cancelAnimationFrame(request)
    }
  }, [video, moving])
  return seconds
}
