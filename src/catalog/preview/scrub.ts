import { thumbAt } from '#ui/player/sprite.ts'
/** Moving through a clip on its card, by its scrub sheet: a picture, a line where one is, the timecode. */
import { timecodeOf } from '#ui/player/timecode.ts'

import { scrubSheet, tapeOfClip, type Sheet } from './facts.ts'

import styles from './preview.module.css'

export type Scrub = {
  /** Goes to a part of the clip, 0 to 1. */
  to: (share: number) => void
  /** Goes on by so many pictures of the sheet, back when negative. */
  step: (by: number) => void
  end: () => void
}

const part = (name: 'scrub' | 'sheet' | 'line' | 'code') => {
  const element = document.createElement('span')
  element.className = styles[name] ?? ''
  return element
}

const percent = (part: number, whole: number) => (whole > 0 ? `${(part / whole) * 100}%` : '0%')

/** Begins at a part of the clip, 0 to 1; `aloud` tells each timecode to screen readers. */
export const scrub = (card: HTMLElement, share: number, aloud: boolean): Scrub => {
  const [frame, window, line, code] = [part('scrub'), part('sheet'), part('line'), part('code')]
  if (aloud) code.role = 'status'
  frame.append(window, line, code)
  card.querySelector('picture')?.after(frame)
  let sheet: Sheet | undefined
  let now = share

  const draw = () => {
    line.style.insetInlineStart = `${now * 100}%`
    if (!sheet) return
    const { clip, thumbs, width, height } = sheet
    const frames = clip.tech.frames
    code.textContent = timecodeOf(Math.min(frames - 1, Math.floor(now * frames)), tapeOfClip(clip))
    const thumb = thumbAt(thumbs, now * clip.duration_in_seconds)
    if (!thumb) return
    // The sheet lies behind a window of one picture's size, in percent so that it fits every card.
    Object.assign(window.style, {
      backgroundImage: `url("${thumb.url}")`,
      backgroundSize: `${(width / thumb.width) * 100}% ${(height / thumb.height) * 100}%`,
      backgroundPosition: `${percent(thumb.x, width - thumb.width)} ${percent(thumb.y, height - thumb.height)}`,
    })
  }

  const load = async () => {
    sheet = await scrubSheet(card.dataset['clip'] ?? '')
    draw()
  }
  load().catch(() => {
    // Without a sheet the still remains.
    frame.remove()
  })
  draw()

  const to = (where: number) => {
    now = Math.min(1, Math.max(0, where))
    draw()
  }
  return {
    to,
    step: by => {
      const count = sheet?.thumbs.length ?? 0
      if (count === 0) return
      const index = Math.min(count - 1, Math.floor(now * count))
      to((Math.min(count - 1, Math.max(0, index + by)) + 0.5) / count)
    },
    end: () => frame.remove(),
  }
}
