/** The timeline: press or drag to seek, hover to preview. */
import { type CSSProperties, type PointerEvent, useState } from 'react'

import { secondsToFrame } from './frames.ts'
import { findThumb, type Thumb } from './sprite.ts'
import { frameToTimecode, type Timebase } from './timecode.ts'
import { usePlayhead } from './use-playhead.ts'
import { useThumbs } from './use-thumbs.ts'
import type { PlayerTransport } from './use-transport.ts'

import styles from './scrub-bar.module.css'

type ScrubBarProps = { transport: PlayerTransport; tape: Timebase; thumbs?: string }

export const ScrubBar = ({ transport, tape: timebase, thumbs: thumbsUrl }: ScrubBarProps) => {
  const { video, rate, duration, frames, marks, seek } = transport
  const seconds = usePlayhead(video, rate !== 0)
  const [hover, setHover] = useState<number>()
  const thumbs = useThumbs(thumbsUrl, hover !== undefined)

  const percent = (time: number) => `${duration > 0 ? (time / duration) * 100 : 0}%`
  const trackPointer = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    setHover(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration)
  }
  const leave = () => setHover(undefined)
  const progress = duration > 0 ? seconds / duration : 0
  const hasMarks = marks.in !== undefined || marks.out !== undefined
  const timecodeAt = (time: number) =>
    frameToTimecode(Math.min(frames - 1, secondsToFrame(time, timebase.fps)), timebase)
  // Both marks are frames that play, so the range ends where the out frame ends.
  const range = {
    left: percent((marks.in ?? 0) / timebase.fps),
    right: `calc(100% - ${percent(marks.out === undefined ? duration : (marks.out + 1) / timebase.fps)})`,
  }

  return (
    <div
      className={styles.bar}
      onPointerDown={trackPointer}
      onPointerMove={trackPointer}
      onPointerLeave={leave}
      onPointerCancel={leave}
    >
      <span className={styles.track}>
        {hasMarks ? (
          <span
            className={styles.range}
            style={range}
            data-in={marks.in !== undefined}
            data-out={marks.out !== undefined}
          />
        ) : null}
        <span className={styles.played} style={{ scale: `${progress} 1` }} />
      </span>
      <span className={styles.head} style={{ translate: `calc(${progress * 100}cqi - 50%) -50%` }} />
      <input
        type="range"
        className={styles.input}
        min={0}
        max={duration}
        step={1 / timebase.fps}
        value={seconds}
        aria-label="Position"
        aria-valuetext={timecodeAt(seconds)}
        onChange={event => seek(event.target.valueAsNumber)}
      />
      {hover === undefined ? null : (
        <ThumbPreview left={percent(hover)} code={timecodeAt(hover)} thumb={findThumb(thumbs, hover)} />
      )}
    </div>
  )
}

type ThumbPreviewProps = { left: string; code: string; thumb: Thumb | undefined }

const ThumbPreview = ({ left, code, thumb }: ThumbPreviewProps) => (
  <span className={styles.preview} style={{ '--at': left, '--half': `${(thumb?.width ?? 90) / 2}px` } as CSSProperties}>
    {thumb ? (
      <span
        className={styles.thumb}
        style={{
          width: thumb.width,
          height: thumb.height,
          backgroundImage: `url("${thumb.url}")`,
          backgroundPosition: `-${thumb.x}px -${thumb.y}px`,
        }}
      />
    ) : null}
    <span className={styles.code}>{code}</span>
  </span>
)
