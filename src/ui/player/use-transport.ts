/** Drives one <video>: its rate, loop and marks, and what every command does to it. */
import { useCallback, useRef, useState, type RefObject } from 'react'

import { frameAt, stepFrames, timeOf } from './frames.ts'
import { toggleFullScreen } from './full-screen.ts'
import type { Command } from './keys.ts'
import { markIn, markOut, playRange, type Marks } from './marks.ts'
import { nextSpeed, shuttle } from './shuttle.ts'
import { timecodeOf, type Tape } from './timecode.ts'
import { useMediaEvents } from './use-media-events.ts'
import { useMotion } from './use-motion.ts'

export type Transport = {
  video: RefObject<HTMLVideoElement | null>
  /** Signed multiple of normal speed; 0 while it stands still. */
  rate: number
  /** What plain playing plays at. */
  speed: number
  loop: boolean
  /** Give it to the video's `loop`. */
  gapless: boolean
  muted: boolean
  marks: Marks
  /** Seconds. */
  duration: number
  /** How many the clip has. */
  frames: number
  /** Has shown something else than its poster. */
  started: boolean
  waiting: boolean
  failed: boolean
  /** The timecode copied last; undefined again when the clip stands elsewhere. */
  copied: string | undefined
  run: (command: Command) => void
  /** In seconds. */
  seek: (seconds: number) => void
  retry: () => void
}

type Options = {
  tape: Tape
  duration: number
  loop: boolean
  marks: Marks
  onMarks: ((marks: Marks) => void) | undefined
  onHelp: () => void
  root: RefObject<HTMLElement | null>
}

export const useTransport = (options: Options): Transport => {
  const { tape, root, onMarks, onHelp } = options
  const { fps } = tape
  const video = useRef<HTMLVideoElement>(null)
  const [rate, setRate] = useState(0)
  const [speed, setSpeed] = useState(1)
  const [loop, setLoop] = useState(options.loop)
  const [muted, setMuted] = useState(true)
  const [marks, setMarks] = useState(options.marks)
  const [duration, setDuration] = useState(options.duration)
  const [started, setStarted] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const [failed, setFailed] = useState(false)
  const [copied, setCopied] = useState<string>()
  const frames = Math.max(1, Math.round(duration * fps))

  const seek = useCallback((seconds: number) => {
    setStarted(true)
    setCopied(undefined)
    if (video.current) video.current.currentTime = seconds
  }, [])
  const seekFrame = useCallback((frame: number) => seek(timeOf(frame, fps)), [seek, fps])

  useMediaEvents(video, { setRate, setDuration, setStarted, setWaiting, setFailed })
  // The browser's own loop has no gap; ours is needed between marks and backward.
  const gapless = loop && rate > 0 && marks.in === undefined && marks.out === undefined
  useMotion(video, { rate, fps, frames, marks, loop, gapless, seekFrame, setRate })

  const run = (command: Command) => {
    const now = video.current
    if (!now) return
    const frame = () => Math.min(frames - 1, frameAt(now.currentTime, fps))
    const step = (by: number) => {
      setRate(0)
      seek(stepFrames(now.currentTime, by, fps, duration))
    }
    const go = (to: number | undefined) => {
      if (to === undefined) return
      setRate(0)
      seekFrame(to)
    }
    const play = (next: number) => {
      const { first, last } = playRange(marks, frames)
      // Pressing play at the end begins again, as everywhere, and outside the marks between them.
      if (next > 0 && (frame() >= last || frame() < first)) seekFrame(first)
      setCopied(undefined)
      setRate(next)
    }
    const mark = (next: Marks) => {
      setMarks(next)
      onMarks?.(next)
    }
    const copy = async () => {
      const text = timecodeOf(frame(), tape)
      await navigator.clipboard.writeText(text)
      setCopied(text)
    }
    const commands: Record<Command, () => void> = {
      toggle: () => (rate === 0 ? play(speed) : setRate(0)),
      backward: () => setRate(shuttle(rate, 'backward')),
      still: () => setRate(0),
      forward: () => play(shuttle(rate, 'forward')),
      frame_back: () => step(-1),
      frame_on: () => step(1),
      ten_back: () => step(-10),
      ten_on: () => step(10),
      to_start: () => seekFrame(0),
      to_end: () => seekFrame(frames - 1),
      mark_in: () => mark(markIn(marks, frame())),
      mark_out: () => mark(markOut(marks, frame())),
      clear_marks: () => mark({}),
      to_in: () => go(marks.in),
      to_out: () => go(marks.out),
      // Without the right to the clipboard nothing is said to be copied.
      copy: () => void copy().catch(() => undefined),
      loop: () => setLoop(!loop),
      speed: () => {
        setSpeed(nextSpeed(speed))
        if (rate !== 0) setRate(nextSpeed(speed))
      },
      full_screen: () => toggleFullScreen(root.current, now),
      mute: () => setMuted(!muted),
      help: onHelp,
    }
    commands[command]()
  }

  const retry = () => {
    setFailed(false)
    video.current?.load()
  }

  return {
    video,
    rate,
    speed,
    loop,
    gapless,
    muted,
    marks,
    duration,
    frames,
    started,
    waiting,
    failed,
    copied,
    run,
    seek,
    retry,
  }
}
