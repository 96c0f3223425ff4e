/** The clip player: the browser's video with our own controls. Without JavaScript it has the browser's controls. */
import { Play, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'

import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { IconButton } from '../icon-button.tsx'
import { prefersReducedMotion } from '../reduced-motion.ts'
import { Spinner } from '../spinner.tsx'
import { Controls } from './controls.tsx'
import { Filmstrip } from './filmstrip.tsx'
import { getCommand, shareShortcuts, shortcuts, soundShortcut, type PlayerCommand } from './keys.ts'
import type { Marks } from './marks.ts'
import { ScrubBar } from './scrub-bar.tsx'
import { createTimebase } from './timecode.ts'
import { useTransport, type FrameSharing } from './use-transport.ts'

import styles from './player.module.css'

export type PlayerProps = {
  /** The clip's title, read aloud. */
  title: string
  src: string
  poster?: string
  /** Width divided by height. */
  ratio: number
  /** Measured frames per second. */
  fps: number
  /** The master's start timecode, such as `01:00:00:00`; with `;` before the frames it is drop-frame. */
  startTimecode?: string | null
  /** In seconds, so that the server can render it. */
  duration: number
  /** The URL of the WebVTT file of the thumbnail sprite. */
  thumbs?: string
  /** Shows the thumbnails in a row below the controls, too. */
  filmstrip?: boolean
  /** The initial in and out marks. */
  marks?: Marks
  /** Called when the marks change. */
  onMarks?: (marks: Marks) => void
  /** Starts muted playback automatically, unless the user prefers reduced motion or data. */
  autoPlay?: boolean
  /** Repeats from the start; true by default. */
  loop?: boolean
  /** Starts paused at this time in seconds, instead of playing from the start. */
  startAt?: number | undefined
  /** Adds links to a frame and stills. */
  sharing?: FrameSharing
  /** Keys of the page that the list of keys has, too. */
  moreShortcuts?: readonly (readonly [keys: string, description: string])[] | undefined
  /** Whether the clip has a sound track, which shows the mute button. */
  sound?: boolean
  className?: string
}

export const Player = ({
  title,
  src,
  poster,
  ratio,
  fps,
  startTimecode,
  duration,
  thumbs,
  filmstrip = false,
  marks = {},
  onMarks,
  autoPlay,
  loop = true,
  startAt,
  sharing,
  moreShortcuts = [],
  sound = false,
  className,
}: PlayerProps) => {
  const root = useRef<HTMLElement>(null)
  const timebase = useMemo(() => createTimebase(fps, startTimecode), [fps, startTimecode])
  const [isReady, setReady] = useState(false)
  const [showsHelp, setShowsHelp] = useState(false)
  const toggleHelp = () => setShowsHelp(!showsHelp)
  const transport = useTransport({ tape: timebase, duration, loop, marks, onMarks, onHelp: toggleHelp, sharing, root })
  const { video, run, seek, gapless, muted, started, waiting, failed, retry } = transport

  useEffect(() => setReady(true), [])
  useEffect(() => {
    if (startAt !== undefined) seek(startAt)
    else if (autoPlay && !prefersReducedMotion()) run('forward')
    // Only once, on mount.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useKeysFromPage(root, run)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (document.fullscreenElement === root.current) run('full_screen')
      else if (showsHelp) setShowsHelp(false)
      else return
      // A dialog around it stays open.
      event.preventDefault()
      return
    }
    const isOnButton = event.target instanceof HTMLButtonElement
    const command = isOnButton && event.key === ' ' ? undefined : getCommand(event)
    if (!command || (command === 'mute' && !sound)) return
    event.preventDefault()
    run(command)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the whole player
    <section
      ref={root}
      className={cx(styles.player, className)}
      data-theme="dark"
      data-player
      aria-label={`Player: ${title}`}
      style={{ '--ratio': ratio } as CSSProperties}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard shortcuts of the player need a focusable element
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className={styles.picture}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- footage has no speech */}
        <video
          ref={video}
          src={src}
          poster={poster}
          preload="metadata"
          playsInline
          disablePictureInPicture
          muted={muted}
          loop={gapless}
          controls={!isReady}
          aria-label={title}
          onClick={() => run('toggle')}
        />
        {isReady && !started && !failed ? (
          <button type="button" className={styles.start} aria-label="Play" onClick={() => run('toggle')}>
            <Play aria-hidden="true" fill="currentColor" strokeWidth={0} />
          </button>
        ) : null}
        {waiting ? <Spinner size={32} label="Loading" className={styles.waiting} /> : null}
        {failed ? (
          <div className={styles.failed} role="alert">
            <p>This preview could not be played.</p>
            <Button onClick={retry}>Try again</Button>
          </div>
        ) : null}
        {showsHelp ? (
          <Shortcuts sound={sound} sharing={sharing !== undefined} more={moreShortcuts} onClose={toggleHelp} />
        ) : null}
      </div>
      <div className={styles.controls} inert={!isReady}>
        <ScrubBar transport={transport} tape={timebase} thumbs={thumbs} />
        <Controls
          transport={transport}
          tape={timebase}
          sound={sound}
          sharing={sharing !== undefined}
          help={showsHelp}
        />
        {filmstrip && thumbs ? <Filmstrip {...{ transport, thumbs, ratio }} tape={timebase} /> : null}
      </div>
    </section>
  )
}

type ShortcutsProps = {
  sound: boolean
  sharing: boolean
  more: readonly (readonly [keys: string, description: string])[]
  onClose: () => void
}

const Shortcuts = ({ sound, sharing, more, onClose }: ShortcutsProps) => (
  <div className={styles.shortcuts} role="group" aria-label="Keys of the player">
    <dl>
      {[...shortcuts, ...(sharing ? shareShortcuts : []), ...(sound ? [soundShortcut] : []), ...more].map(
        ([keys, description]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{description}</dd>
          </div>
        ),
      )}
    </dl>
    <IconButton icon={X} label="Close the keys" size="sm" onClick={onClose} />
  </div>
)

const dialogOf = (element: Element | null) => element?.closest('[role="dialog"]')

/**
 * While nothing is focused, or the heading of the page or the dialog that was opened, the keys with a character control the player and focus it, so that its other keys work too. The
 * arrows, Home and End scroll the page until then.
 */
const useKeysFromPage = (root: { current: HTMLElement | null }, run: (command: PlayerCommand) => void) => {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const command = getCommand(event)
      if (!command || event.key.length > 1) return
      const target = event.target as Element
      const isUnused = target === document.body || target.matches('h1, [role="dialog"]')
      if (!isUnused || event.defaultPrevented || dialogOf(target) !== dialogOf(root.current)) return
      event.preventDefault()
      root.current?.focus({ preventScroll: true })
      latest.current(command)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [root])
}
