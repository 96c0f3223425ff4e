/** Frames of the clip in a row under the player, as many as fit. A press seeks to a frame; the keyboard has the timeline. */
import { useEffect, useRef, useState } from 'react'

import { secondsToFrame } from './frames.ts'
import { findThumb, getSheetSize, type Thumb } from './sprite.ts'
import { frameToTimecode, type Timebase } from './timecode.ts'
import { usePlayhead } from './use-playhead.ts'
import { useThumbs } from './use-thumbs.ts'
import type { PlayerTransport } from './use-transport.ts'

import styles from './filmstrip.module.css'

type FilmstripProps = { transport: PlayerTransport; tape: Timebase; thumbs: string; ratio: number }

export const Filmstrip = ({ transport, tape: timebase, thumbs: thumbsUrl, ratio }: FilmstripProps) => {
  const { duration, frames: frameCount, seek } = transport
  const strip = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(strip)
  const thumbs = useThumbs(thumbsUrl, true)
  const count = height > 0 ? Math.max(1, Math.min(thumbs.length, Math.round(width / (height * ratio)))) : 0
  return (
    <div ref={strip} className={styles.strip} role="group" aria-label="Filmstrip">
      {thumbs.length > 0 &&
        Array.from({ length: count }, (_, i) => {
          const seconds = ((i + 0.5) / count) * duration
          const frame = Math.min(frameCount - 1, secondsToFrame(seconds, timebase.fps))
          const thumb = findThumb(thumbs, seconds)
          return (
            <button
              key={i}
              type="button"
              tabIndex={-1}
              className={styles.frame}
              aria-label={`Go to ${frameToTimecode(frame, timebase)}`}
              style={thumb && coverBox(thumb, getSheetSize(thumbs), { width: width / count, height })}
              onClick={() => seek(seconds)}
            />
          )
        })}
      {count > 0 && <Playhead transport={transport} />}
    </div>
  )
}

const Playhead = ({ transport: { video, rate, duration } }: Pick<FilmstripProps, 'transport'>) => {
  const seconds = usePlayhead(video, rate !== 0)
  return <span className={styles.head} style={{ translate: `${duration > 0 ? (seconds / duration) * 100 : 0}cqi` }} />
}

type Size = { width: number; height: number }

/** Returns the style of a box that a tile of the sheet covers, cropped around its middle. */
const coverBox = (thumb: Thumb, sheet: Size, box: Size) => {
  const scale = Math.max(box.width / thumb.width, box.height / thumb.height)
  const left = thumb.x * scale + (thumb.width * scale - box.width) / 2
  const top = thumb.y * scale + (thumb.height * scale - box.height) / 2
  return {
    backgroundImage: `url("${thumb.url}")`,
    backgroundSize: `${sheet.width * scale}px ${sheet.height * scale}px`,
    backgroundPosition: `${-left}px ${-top}px`,
  }
}

/** Returns the size of an element, zero before it is measured. */
const useSize = (ref: { current: HTMLElement | null }): Size => {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}
