/**
 * Plays a video at a rate and within its marks. Browsers cannot play backward, so that is done by seeking back as fast
 * as frames arrive.
 */
import { useEffect, type RefObject } from 'react'

import { secondsToFrame } from './frames.ts'
import { findEdge, type Marks } from './marks.ts'

/**
 * How far to look ahead in seconds: slightly more than a screen refresh, so that the frame after the out mark is not
 * shown, and less at high frame rates, so that the marked frame is.
 */
const getLead = (fps: number) => Math.min(0.02, 0.6 / fps)

type MotionOptions = {
  /** Signed multiple of normal speed; 0 is paused. */
  rate: number
  fps: number
  /** The number of frames in the clip. */
  frames: number
  marks: Marks
  loop: boolean
  /** Whether the browser itself loops, so that no edge is checked. */
  gapless: boolean
  seekFrame: (frame: number) => void
  setRate: (rate: number) => void
}

export const useMotion = (videoRef: RefObject<HTMLVideoElement | null>, options: MotionOptions) => {
  const { rate, fps, frames, marks, loop, gapless, seekFrame, setRate } = options
  useEffect(() => {
    const element = videoRef.current
    if (!element) return undefined
    const play = () => {
      element.play().catch((reason: unknown) => {
        // A pause before the first frame aborts play(), which is not a failure.
        if (!(reason instanceof DOMException && reason.name === 'AbortError')) setRate(0)
      })
    }
    if (rate > 0) {
      element.playbackRate = rate
      play()
    } else {
      element.pause()
    }
    if (rate === 0) return undefined
    let lastTime = performance.now()
    let request = 0
    const getEdge = () => {
      if (gapless || element.seeking) return undefined
      const frame = element.ended ? frames : secondsToFrame(element.currentTime + Math.max(0, rate) * getLead(fps), fps)
      return findEdge(frame, rate, marks, frames, loop)
    }
    const tick = (time: number) => {
      if (rate < 0 && !element.seeking) {
        element.currentTime = Math.max(0, element.currentTime + (rate * (time - lastTime)) / 1000)
        lastTime = time
      }
      const edge = getEdge()
      // Pause first, or playback would continue past the frame to stop at.
      if (edge?.stop) element.pause()
      if (edge) seekFrame(edge.frame)
      if (edge?.stop) {
        setRate(0)
        return
      }
      if (edge && rate > 0 && element.paused) play()
      request = requestAnimationFrame(tick)
    }
    request = requestAnimationFrame(tick)
    return () => cancelAnimationFrame(request)
  }, [videoRef, rate, fps, frames, marks, loop, gapless, seekFrame, setRate])
}
