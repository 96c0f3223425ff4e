/** Scrubs through a clip on its card with frames of the scrub sheet, a position line and the timecode. */

import { findThumb } from '#ui/player/sprite.ts'
import { frameToTimecode } from '#ui/player/timecode.ts'

import { loadScrubSheet, getClipTape, type ScrubSheet } from './clip-details.ts'

import styles from './preview.module.css'

export type Scrubber = {
  /** Moves to a position in the clip, 0 to 1. */
  to: (share: number) => void
  /** Moves forward by this many frames of the sheet, or backward when negative. */
  step: (delta: number) => void
  end: () => void
}

const createPart = (name: 'scrub' | 'sheet' | 'line' | 'code') => {
  const element = document.createElement('span')
  element.className = styles[name] ?? ''
  return element
}

const percent = (part: number, total: number) => (total > 0 ? `${(part / total) * 100}%` : '0%')

/** Starts at a position in the clip, 0 to 1. `announce` reads each timecode to screen readers. */
export const scrub = (card: HTMLElement, share: number, announce: boolean): Scrubber => {
  const [frame, viewport, line, code] = [
    createPart('scrub'),
    createPart('sheet'),
    createPart('line'),
    createPart('code'),
  ]
  if (announce) code.role = 'status'
  frame.append(viewport, line, code)
  card.querySelector('picture')?.after(frame)
  let sheet: ScrubSheet | undefined
  let position = share

  const draw = () => {
    line.style.insetInlineStart = `${position * 100}%`
    if (!sheet) return
    const { clip, thumbs, width, height } = sheet
    const frames = clip.tech.frames
    code.textContent = frameToTimecode(Math.min(frames - 1, Math.floor(position * frames)), getClipTape(clip))
    const thumb = findThumb(thumbs, position * clip.duration_in_seconds)
    if (!thumb) return
    // The sheet is the background of a viewport of one frame's size, in percent so that it fits every card.
    Object.assign(viewport.style, {
      backgroundImage: `url("${thumb.url}")`,
      backgroundSize: `${(width / thumb.width) * 100}% ${(height / thumb.height) * 100}%`,
      backgroundPosition: `${percent(thumb.x, width - thumb.width)} ${percent(thumb.y, height - thumb.height)}`,
    })
  }

  const load = async () => {
    sheet = await loadScrubSheet(card.dataset['clip'] ?? '')
    draw()
  }
  load().catch(() => {
    // Without a scrub sheet the still image remains.
    frame.remove()
  })
  draw()

  const to = (next: number) => {
    position = Math.min(1, Math.max(0, next))
    draw()
  }
  return {
    to,
    step: delta => {
      const count = sheet?.thumbs.length ?? 0
      if (count === 0) return
      const index = Math.min(count - 1, Math.floor(position * count))
      to((Math.min(count - 1, Math.max(0, index + delta)) + 0.5) / count)
    },
    end: () => frame.remove(),
  }
}
