/** Listens to what the browser does with a video by itself. */
import { useEffect, type Dispatch, type RefObject, type SetStateAction } from 'react'

type Setters = {
  setRate: Dispatch<SetStateAction<number>>
  setDuration: (seconds: number) => void
  setStarted: (started: boolean) => void
  setWaiting: (waiting: boolean) => void
  setFailed: (failed: boolean) => void
}

export const useMediaEvents = (videoRef: RefObject<HTMLVideoElement | null>, setters: Setters) => {
  const { setRate, setDuration, setStarted, setWaiting, setFailed } = setters
  useEffect(() => {
    const now = videoRef.current
    if (!now) return undefined
    const stop = new AbortController()
    const on = (name: string, react: () => void) => now.addEventListener(name, react, { signal: stop.signal })
    const measure = () => {
      if (Number.isFinite(now.duration)) setDuration(now.duration)
    }
    on('loadedmetadata', measure)
    on('playing', () => {
      setStarted(true)
      setWaiting(false)
    })
    // Paused from outside: a media key, another tab, the phone. The event comes late: it may play again by then.
    on('pause', () => {
      if (now.paused && !now.ended) setRate(rate => Math.min(rate, 0))
    })
    on('waiting', () => setWaiting(true))
    on('seeked', () => setWaiting(false))
    on('error', () => {
      setFailed(true)
      setWaiting(false)
      setRate(0)
    })
    // The server's page may have loaded the video, or failed to, before these listeners were here.
    measure()
    if (now.error) setFailed(true)
    return () => stop.abort()
  }, [videoRef, setRate, setDuration, setStarted, setWaiting, setFailed])
}
