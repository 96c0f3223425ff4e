/** Footage that moves when it is touched: one loop at a time, loaded only then, its download ended the moment it is left. */
import { prefersStill } from '#ui/stillness.ts'

import { tellOfHover } from '../sightings/tell.ts'

import styles from './preview.module.css'

/** Long enough that a pointer on its way elsewhere starts nothing, short enough to feel immediate. */
const rest_ms = 60
/** From then on somebody looked at it, and did not only pass over it. */
const looked_seconds = 1

/** Begins a card's loop after a moment; answers how to end it. A card without one, or a person who wants stills, keeps the picture. */
export const playLoop = (card: HTMLElement): (() => void) => {
  const url = card.dataset['loop']
  if (!url || prefersStill()) return () => undefined
  let video: HTMLVideoElement | undefined
  const timer = window.setTimeout(() => {
    video = videoOf(url)
    noteLook(card, video)
    card.querySelector('picture')?.after(video)
    video.play().catch(() => {
      // Gone before it began, or a browser that never plays by itself: the still remains.
    })
  }, rest_ms)
  return () => {
    window.clearTimeout(timer)
    if (!video) return
    // Taking the source away is what ends the download.
    video.pause()
    video.removeAttribute('src')
    video.load()
    video.remove()
  }
}

/** A clip whose loop moved for a second; waiting for its bytes is no looking. */
const noteLook = ({ dataset }: HTMLElement, video: HTMLVideoElement) => {
  const clip_id = Number(dataset['clip'])
  if (!clip_id) return
  const look = () => {
    if (video.currentTime < looked_seconds) return
    video.removeEventListener('timeupdate', look)
    tellOfHover(clip_id)
  }
  video.addEventListener('timeupdate', look)
}

const videoOf = (url: string) => {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, loop: true, playsInline: true, disableRemotePlayback: true, tabIndex: -1 })
  video.ariaHidden = 'true'
  video.className = styles['loop'] ?? ''
  video.addEventListener('playing', () => video.classList.add(styles['moving'] ?? ''), { once: true })
  video.src = url
  return video
}
