/** The line of time: press or drag to go somewhere, rest on it to see what is there. */
import { useState, type CSSProperties, type PointerEvent } from 'react'

import { frameAt } from './frames.ts'
import { thumbAt, type Thumb } from './sprite.ts'
import { timecodeOf, type Tape } from './timecode.ts'
import { usePlayhead } from './use-playhead.ts'
import { useThumbs } from './use-thumbs.ts'
import type { Transport } from './use-transport.ts'

import styles from './scrub-bar.module.css'

type ScrubBarProps = { transport: Transport; tape: Tape; thumbs?: string }

export const ScrubBar = ({ transport, tape, thumbs: address }: ScrubBarProps) => {
  const { video, rate, duration, frames, marks, seek } = transport
  const seconds = usePlayhead(video, rate !== 0)
  const [hover, setHover] = useState<number>()
  const thumbs = useThumbs(address, hover !== undefined)

  const percent = (at: number) => `${duration > 0 ? (at / duration) * 100 : 0}%`
  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    setHover(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration)
  }
  const leave = () => setHover(undefined)
  const share = duration > 0 ? seconds / duration : 0
  const marked = marks.in !== undefined || marks.out !== undefined
  const codeAt = (at: number) => timecodeOf(Math.min(frames - 1, frameAt(at, tape.fps)), tape)
  // Both marks are frames that play: the range ends where the last of them does.
  const range = {
    left: percent((marks.in ?? 0) / tape.fps),
    right: `calc(100% - ${percent(marks.out === undefined ? duration : (marks.out + 1) / tape.fps)})`,
  }

  return (
    <div
      className={styles.bar}
      onPointerDown={follow}
      onPointerMove={follow}
      onPointerLeave={leave}
      onPointerCancel={leave}
    >
      <span className={styles.track}>
        {marked ? (
          <span
            className={styles.range}
            style={range}
            data-in={marks.in !== undefined}
            data-out={marks.out !== undefined}
          />
        ) : null}
        <span className={styles.played} style={{ scale: `${share} 1` }} />
      </span>
      <span className={styles.head} style={{ translate: `calc(${share * 100}cqi - 50%) -50%` }} />
      <input
        type="range"
        className={styles.input}
        min={0}
        max={duration}
        step={1 / tape.fps}
        value={seconds}
        aria-label="Position"
        aria-valuetext={codeAt(seconds)}
        onChange={event => seek(event.target.valueAsNumber)}
      />
      {hover === undefined ? null : (
        <Preview left={percent(hover)} code={codeAt(hover)} thumb={thumbAt(thumbs, hover)} />
      )}
    </div>
  )
}

type PreviewProps = { left: string; code: string; thumb: Thumb | undefined }

const Preview = ({ left, code, thumb }: PreviewProps) => (
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
