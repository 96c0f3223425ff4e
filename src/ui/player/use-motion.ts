/** Moves a video at a rate and keeps it between the marks. Browsers cannot play backward, so that is done by seeking back as fast as frames arrive. */
import { useEffect, type RefObject } from 'react'

import { frameAt } from './frames.ts'
import { atEdge, type Marks } from './marks.ts'

/** Looking ahead by a little more than a screen's refresh, so that the frame after the out mark is not painted before the jump; at high frame rates by less, so that the mark's own is. */
const leadOf = (fps: number) => Math.min(0.02, 0.6 / fps)

type Motion = {
  /** Signed multiple of normal speed; 0 stands still. */
  rate: number
  fps: number
  /** How many the clip has. */
  frames: number
  marks: Marks
  loop: boolean
  /** The browser itself loops: there is no edge to watch. */
  gapless: boolean
  seekFrame: (frame: number) => void
  setRate: (rate: number) => void
}

export const useMotion = (videoRef: RefObject<HTMLVideoElement | null>, motion: Motion) => {
  const { rate, fps, frames, marks, loop, gapless, seekFrame, setRate } = motion
  useEffect(() => {
    const now = videoRef.current
    if (!now) return undefined
    const play = () => {
      now.play().catch((reason: unknown) => {
        // Taken back by a pause that came sooner than the first frame, that is no refusal.
        if (!(reason instanceof DOMException && reason.name === 'AbortError')) setRate(0)
      })
    }
    if (rate > 0) {
      now.playbackRate = rate
      play()
    } else {
      now.pause()
    }
    if (rate === 0) return undefined
    let last = performance.now()
    let request = 0
    const edgeNow = () => {
      if (gapless || now.seeking) return undefined
      const frame = now.ended ? frames : frameAt(now.currentTime + Math.max(0, rate) * leadOf(fps), fps)
      return atEdge(frame, rate, marks, frames, loop)
    }
    const tick = (at: number) => {
      if (rate < 0 && !now.seeking) {
        now.currentTime = Math.max(0, now.currentTime + (rate * (at - last)) / 1000)
        last = at
      }
      const edge = edgeNow()
      // First, or it would go on from the frame where it is to stop.
      if (edge?.stop) now.pause()
      if (edge) seekFrame(edge.frame)
      if (edge?.stop) {
        setRate(0)
        return
      }
      if (edge && rate > 0 && now.paused) play()
      request = requestAnimationFrame(tick)
    }
    request = requestAnimationFrame(tick)
    return () => cancelAnimationFrame(request)
  }, [videoRef, rate, fps, frames, marks, loop, gapless, seekFrame, setRate])
}
