/** Tracks the state changes that the browser makes to a video on its own. */
import { useEffect, type Dispatch, type RefObject, type SetStateAction } from 'react'

type MediaEventSetters = {
  setRate: Dispatch<SetStateAction<number>>
  setDuration: (seconds: number) => void
  setStarted: (started: boolean) => void
  setWaiting: (waiting: boolean) => void
  setFailed: (failed: boolean) => void
}

export const useMediaEvents = (videoRef: RefObject<HTMLVideoElement | null>, setters: MediaEventSetters) => {
  const { setRate, setDuration, setStarted, setWaiting, setFailed } = setters
  useEffect(() => {
    const element = videoRef.current
    if (!element) return undefined
    const controller = new AbortController()
    const on = (name: string, listener: () => void) =>
      element.addEventListener(name, listener, { signal: controller.signal })
    const measure = () => {
      if (Number.isFinite(element.duration)) setDuration(element.duration)
    }
    on('loadedmetadata', measure)
    on('playing', () => {
      setStarted(true)
      setWaiting(false)
    })
    // Paused from outside by a media key, another tab or the phone. The event is late, so the video may already play
    // again.
    on('pause', () => {
      if (element.paused && !element.ended) setRate(rate => Math.min(rate, 0))
    })
    on('waiting', () => setWaiting(true))
    on('seeked', () => setWaiting(false))
    on('error', () => {
      setFailed(true)
      setWaiting(false)
      setRate(0)
    })
    // The server-rendered page may have loaded the video, or failed to, before these listeners were added.
    measure()
    if (element.error) setFailed(true)
    return () => controller.abort()
  }, [videoRef, setRate, setDuration, setStarted, setWaiting, setFailed])
}
