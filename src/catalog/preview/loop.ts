/** Plays a card's hover loop: one at a time, loaded on demand, with the download aborted when the pointer leaves. */
import { prefersReducedMotion } from '#ui/reduced-motion.ts'

import { trackHover } from '../impressions/impression-tracking.ts'

import styles from './preview.module.css'

/** Long enough that passing over a card starts nothing, short enough to feel immediate. */
const HOVER_DELAY_MS = 60
/** From this playing time on, the loop counts as viewed. */
const MIN_VIEWED_SECONDS = 1

/**
 * Plays a card's loop after a short delay and returns a function that stops it. Does nothing for a card without a loop or a
 * user who prefers reduced motion.
 */
export const playLoop = (card: HTMLElement): (() => void) => {
  const url = card.dataset['loop']
  if (!url || prefersReducedMotion()) return () => undefined
  let video: HTMLVideoElement | undefined
  const timer = window.setTimeout(() => {
    video = createVideo(url)
    trackView(card, video)
    card.querySelector('picture')?.after(video)
    video.play().catch(() => {
      // The card was left before it played, or the browser blocks autoplay. The still image remains.
    })
  }, HOVER_DELAY_MS)
  return () => {
    window.clearTimeout(timer)
    if (!video) return
    // Removing the source aborts the download.
    video.pause()
    video.removeAttribute('src')
    video.load()
    video.remove()
  }
}

/** Reports a view once the loop has played for a second. Waiting for data does not count. */
const trackView = ({ dataset }: HTMLElement, video: HTMLVideoElement) => {
  const clip_id = Number(dataset['clip'])
  if (!clip_id) return
  const onTimeUpdate = () => {
    if (video.currentTime < MIN_VIEWED_SECONDS) return
    video.removeEventListener('timeupdate', onTimeUpdate)
    trackHover(clip_id)
  }
  video.addEventListener('timeupdate', onTimeUpdate)
}

const createVideo = (url: string) => {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, loop: true, playsInline: true, disableRemotePlayback: true, tabIndex: -1 })
  video.ariaHidden = 'true'
  video.className = styles['loop'] ?? ''
  video.addEventListener('playing', () => video.classList.add(styles['moving'] ?? ''), { once: true })
  video.src = url
  return video
}
