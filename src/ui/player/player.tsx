/** A clip on the screen: the browser's video under our own desk. Before JavaScript runs it has the browser's controls. */
import { Play, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'

import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { IconButton } from '../icon-button.tsx'
import { Spinner } from '../spinner.tsx'
import { prefersStill } from '../stillness.ts'
import { Controls } from './controls.tsx'
import { commandOf, shortcuts, soundShortcut } from './keys.ts'
import type { Marks } from './marks.ts'
import { ScrubBar } from './scrub-bar.tsx'
import { tapeOf } from './timecode.ts'
import { useTransport } from './use-transport.ts'

import styles from './player.module.css'

export type PlayerProps = {
  /** What plays, read aloud: the clip's title. */
  title: string
  src: string
  poster?: string
  /** Width over height. */
  ratio: number
  /** Frames per second, as measured. */
  fps: number
  /** The master's, `01:00:00:00`; with `;` before the frames it drops numbers. */
  startTimecode?: string | null
  /** In seconds, so that the server can show it. */
  duration: number
  /** Address of the WebVTT file of the thumbnail sheet. */
  thumbs?: string
  /** In and out marks to begin with. */
  marks?: Marks
  /** They were set or cleared. */
  onMarks?: (marks: Marks) => void
  /** Starts by itself, without sound, unless the person asked for less motion or fewer bytes. */
  autoPlay?: boolean
  /** Repeats from the start; on unless told otherwise. */
  loop?: boolean
  /** It has a sound track: shows the switch for it. */
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
  marks = {},
  onMarks,
  autoPlay,
  loop = true,
  sound = false,
  className,
}: PlayerProps) => {
  const root = useRef<HTMLElement>(null)
  const tape = useMemo(() => tapeOf(fps, startTimecode), [fps, startTimecode])
  const [ready, setReady] = useState(false)
  const [help, setHelp] = useState(false)
  const toggleHelp = () => setHelp(!help)
  const transport = useTransport({ tape, duration, loop, marks, onMarks, onHelp: toggleHelp, root })
  const { video, run, gapless, muted, started, waiting, failed, retry } = transport

  useEffect(() => setReady(true), [])
  useEffect(() => {
    if (autoPlay && !prefersStill()) run('forward')
    // Once, when it appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useKeysFromPage(root, run)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (document.fullscreenElement === root.current) run('full_screen')
      else if (help) setHelp(false)
    }
    const onButton = event.target instanceof HTMLButtonElement
    const command = onButton && event.key === ' ' ? undefined : commandOf(event)
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
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys of the desk need a place to be pressed
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
          controls={!ready}
          aria-label={title}
          onClick={() => run('toggle')}
        />
        {ready && !started && !failed ? (
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
        {help ? <Shortcuts sound={sound} onClose={toggleHelp} /> : null}
      </div>
      <div className={styles.desk} inert={!ready}>
        <ScrubBar transport={transport} tape={tape} thumbs={thumbs} />
        <Controls transport={transport} tape={tape} sound={sound} help={help} />
      </div>
    </section>
  )
}

const Shortcuts = ({ sound, onClose }: { sound: boolean; onClose: () => void }) => (
  <div className={styles.shortcuts} role="group" aria-label="Keys of the player">
    <dl>
      {[...shortcuts, ...(sound ? [soundShortcut] : [])].map(([keys, what]) => (
        <div key={keys}>
          <dt>{keys}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
    <IconButton icon={X} label="Close the keys" size="sm" onClick={onClose} />
  </div>
)

/** With the focus nowhere, the space bar means the film, and the question mark its keys: both go to the player, whose other keys work from then on. */
const useKeysFromPage = (root: { current: HTMLElement | null }, run: (command: 'toggle' | 'help') => void) => {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const command = commandOf(event)
      if (command !== 'toggle' && command !== 'help') return
      if (event.target !== document.body || event.defaultPrevented) return
      event.preventDefault()
      root.current?.focus({ preventScroll: true })
      latest.current(command)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [root])
}
