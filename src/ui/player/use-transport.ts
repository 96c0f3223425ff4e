/** Controls one <video>: its rate, loop and marks, and the effect of every command. */
import { useCallback, useRef, useState, type RefObject } from 'react'

import { secondsToFrame, stepFrames, frameToSeconds } from './frames.ts'
import { toggleFullScreen } from './full-screen.ts'
import type { PlayerCommand } from './keys.ts'
import { markIn, markOut, getPlayRange, type Marks } from './marks.ts'
import { getNextSpeed, nextShuttleRate } from './shuttle.ts'
import { frameToTimecode, type Timebase } from './timecode.ts'
import { useMediaEvents } from './use-media-events.ts'
import { useMotion } from './use-motion.ts'

/** A still of what a video shows, at the video's own size and with its watermark. */

/** Returns a PNG. Throws when the video has no frame yet, or comes from another site that does not allow it. */
const drawStill = (video: HTMLVideoElement): Promise<Blob> => {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The video has no frame yet.'))), 'image/png')
  })
}

const copyStill = (video: HTMLVideoElement): Promise<void> =>
  navigator.clipboard.write([new ClipboardItem({ 'image/png': drawStill(video) })])

const saveStill = async (video: HTMLVideoElement, name: string): Promise<void> => {
  const href = URL.createObjectURL(await drawStill(video))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

export type PlayerTransport = {
  video: RefObject<HTMLVideoElement | null>
  /** Signed multiple of normal speed; 0 while paused. */
  rate: number
  /** The rate of normal playback. */
  speed: number
  loop: boolean
  /** The value for the video's `loop` attribute. */
  gapless: boolean
  muted: boolean
  marks: Marks
  /** In seconds. */
  duration: number
  /** The number of frames in the clip. */
  frames: number
  /** Whether it has shown more than its poster. */
  started: boolean
  waiting: boolean
  failed: boolean
  /** What was copied or saved last, until the position changes. */
  done: ActionNotice | undefined
  run: (command: PlayerCommand) => void
  /** In seconds. */
  seek: (seconds: number) => void
  retry: () => void
}

/** A short text for the place of the timecode, and one that is read aloud. */
type ActionNotice = { label: string; status: string }

/** What makes a frame shareable. */
export type FrameSharing = {
  /** Returns the URL that opens the clip at this time. */
  linkTo: (seconds: number) => string
  /** Returns the file name of a still, without its ending. */
  nameStill: (timecode: string) => string
}

type TransportOptions = {
  tape: Timebase
  duration: number
  loop: boolean
  marks: Marks
  onMarks: ((marks: Marks) => void) | undefined
  onHelp: () => void
  sharing: FrameSharing | undefined
  root: RefObject<HTMLElement | null>
}

export const useTransport = (options: TransportOptions): PlayerTransport => {
  const { tape: timebase, root, onMarks, onHelp, sharing } = options
  const { fps } = timebase
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
  const [done, setDone] = useState<ActionNotice>()
  const frames = Math.max(1, Math.round(duration * fps))

  const seek = useCallback((seconds: number) => {
    setStarted(true)
    setDone(undefined)
    if (video.current) video.current.currentTime = seconds
  }, [])
  const seekFrame = useCallback((frame: number) => seek(frameToSeconds(frame, fps)), [seek, fps])

  useMediaEvents(video, { setRate, setDuration, setStarted, setWaiting, setFailed })
  // The browser's own loop is gapless. Ours is needed between marks and backward.
  const gapless = loop && rate > 0 && marks.in === undefined && marks.out === undefined
  useMotion(video, { rate, fps, frames, marks, loop, gapless, seekFrame, setRate })

  const run = (command: PlayerCommand) => {
    const element = video.current
    if (!element) return
    const frame = () => Math.min(frames - 1, secondsToFrame(element.currentTime, fps))
    const step = (count: number) => {
      setRate(0)
      seek(stepFrames(element.currentTime, count, fps, duration))
    }
    const goTo = (frameNumber: number | undefined) => {
      if (frameNumber === undefined) return
      setRate(0)
      seekFrame(frameNumber)
    }
    const play = (next: number) => {
      const { first, last } = getPlayRange(marks, frames)
      // Play restarts at the end, and outside the marks it starts at the in mark.
      if (next > 0 && (frame() >= last || frame() < first)) seekFrame(first)
      setDone(undefined)
      setRate(next)
    }
    const applyMarks = (next: Marks) => {
      setMarks(next)
      onMarks?.(next)
    }
    const timecode = frameToTimecode(frame(), timebase)
    /** Without permission nothing is reported as done. */
    const report = (label: string, status: string, act: () => Promise<void>) => {
      const attempt = async () => {
        await act()
        setDone({ label, status })
      }
      attempt().catch(() => undefined)
    }
    const copyLink = ({ linkTo }: FrameSharing) =>
      report('Link copied', `Link to ${timecode} copied`, () =>
        navigator.clipboard.writeText(linkTo(frameToSeconds(frame(), fps))),
      )
    const takeStill = (act: () => Promise<void>, verb: 'copied' | 'saved') => {
      setRate(0)
      report(`Still ${verb}`, `Still at ${timecode} ${verb}`, act)
    }
    const commands: Record<PlayerCommand, () => void> = {
      toggle: () => (rate === 0 ? play(speed) : setRate(0)),
      backward: () => setRate(nextShuttleRate(rate, 'backward')),
      still: () => setRate(0),
      forward: () => play(nextShuttleRate(rate, 'forward')),
      frame_back: () => step(-1),
      frame_on: () => step(1),
      ten_back: () => step(-10),
      ten_on: () => step(10),
      to_start: () => seekFrame(0),
      to_end: () => seekFrame(frames - 1),
      mark_in: () => applyMarks(markIn(marks, frame())),
      mark_out: () => applyMarks(markOut(marks, frame())),
      clear_marks: () => applyMarks({}),
      to_in: () => goTo(marks.in),
      to_out: () => goTo(marks.out),
      copy: () => report('Copied', `${timecode} copied`, () => navigator.clipboard.writeText(timecode)),
      copy_link: () => sharing && copyLink(sharing),
      copy_still: () => sharing && takeStill(() => copyStill(element), 'copied'),
      save_still: () =>
        sharing &&
        takeStill(() => saveStill(element, `${sharing.nameStill(timecode.replaceAll(/[:;]/g, '-'))}.png`), 'saved'),
      loop: () => setLoop(!loop),
      speed: () => {
        setSpeed(getNextSpeed(speed))
        if (rate !== 0) setRate(getNextSpeed(speed))
      },
      full_screen: () => toggleFullScreen(root.current, element),
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
    done,
    run,
    seek,
    retry,
  }
}
