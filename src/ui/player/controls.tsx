/** The player's control bar: every command as a button, with its key in the tooltip. */
import {
  Camera,
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  ImageDown,
  Keyboard,
  Link2,
  Maximize,
  Minimize,
  Pause,
  Play,
  Repeat,
  Volume2,
  VolumeX,
  X,
  type LucideIcon,
} from 'lucide-react'

import { cx } from '../cx.ts'
import { secondsToFrame, secondsToTimecode } from './frames.ts'
import { useFullScreen } from './full-screen.ts'
import { getPlayRange } from './marks.ts'
import { frameToTimecode, type Timebase } from './timecode.ts'
import { usePlayhead } from './use-playhead.ts'
import type { PlayerTransport } from './use-transport.ts'

import styles from './controls.module.css'

type ControlsProps = { transport: PlayerTransport; tape: Timebase; sound: boolean; sharing: boolean; help: boolean }

export const Controls = ({ transport, tape: timebase, sound, sharing, help }: ControlsProps) => {
  const { rate, speed, loop, muted, marks, duration, frames, run } = transport
  const isPlaying = rate !== 0
  const hasMarks = marks.in !== undefined || marks.out !== undefined
  const { first, last } = getPlayRange(marks, frames)
  const isFullScreen = useFullScreen()
  return (
    <div className={styles.controls}>
      <div className={styles.group}>
        <Control
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? 'Pause' : 'Play'}
          shortcut="Space"
          onClick={() => run('toggle')}
          filled
        />
        <Control icon={ChevronLeft} label="Previous frame" shortcut="←" onClick={() => run('frame_back')} />
        <Control icon={ChevronRight} label="Next frame" shortcut="→" onClick={() => run('frame_on')} />
        <Clock transport={transport} tape={timebase} />
        <span className={styles.total} title="Length">
          {secondsToTimecode(duration, timebase.fps)}
        </span>
        {rate === 0 || rate === 1 ? null : (
          <span className={styles.rate}>
            {rate < 0 ? '◀' : '▶'} {Math.abs(rate)}×
          </span>
        )}
      </div>
      <div className={styles.group}>
        <Control
          text="In"
          label="Mark in"
          shortcut="I"
          pressed={marks.in !== undefined}
          onClick={() => run('mark_in')}
        />
        <Control
          text="Out"
          label="Mark out"
          shortcut="O"
          pressed={marks.out !== undefined}
          onClick={() => run('mark_out')}
        />
        {hasMarks ? (
          <>
            <Control
              icon={ChevronFirst}
              label="Go to in"
              shortcut="Shift I"
              disabled={marks.in === undefined}
              onClick={() => run('to_in')}
            />
            <Control
              icon={ChevronLast}
              label="Go to out"
              shortcut="Shift O"
              disabled={marks.out === undefined}
              onClick={() => run('to_out')}
            />
            <Control icon={X} label="Clear marks" shortcut="X" onClick={() => run('clear_marks')} />
            <span className={styles.total} title="Length between the marks">
              {secondsToTimecode((last - first + 1) / timebase.fps, timebase.fps)}
            </span>
          </>
        ) : null}
      </div>
      {sharing ? <ShareControls run={run} /> : null}
      <div className={styles.group}>
        <Control text={`${speed}×`} label={`Speed ${speed}×`} shortcut="S" onClick={() => run('speed')} />
        <Control icon={Repeat} label="Repeat" shortcut="R" pressed={loop} onClick={() => run('loop')} />
        {sound ? (
          <Control
            icon={muted ? VolumeX : Volume2}
            label={muted ? 'Sound on' : 'Sound off'}
            shortcut="M"
            onClick={() => run('mute')}
          />
        ) : null}
        <Control
          icon={Keyboard}
          label="Keys"
          shortcut="?"
          pressed={help}
          onClick={() => run('help')}
          className={styles.help}
        />
        <Control
          icon={isFullScreen ? Minimize : Maximize}
          label={isFullScreen ? 'Leave full screen' : 'Full screen'}
          shortcut="F"
          onClick={() => run('full_screen')}
        />
      </div>
    </div>
  )
}

const ShareControls = ({ run }: Pick<PlayerTransport, 'run'>) => (
  <div className={styles.group}>
    <Control icon={Link2} label="Copy a link to this frame" shortcut="Shift C" onClick={() => run('copy_link')} />
    <Control
      icon={Camera}
      label="Copy a still"
      shortcut="G"
      onClick={() => run('copy_still')}
      className={styles.help}
    />
    <Control icon={ImageDown} label="Save a still" shortcut="Shift G" onClick={() => run('save_still')} />
  </div>
)

type ControlProps = {
  label: string
  shortcut?: string
  pressed?: boolean
  filled?: boolean
  disabled?: boolean
  onClick: () => void
  className?: string
} & ({ icon: LucideIcon; text?: never } | { text: string; icon?: never })

const Control = ({
  icon: Icon,
  text,
  label,
  shortcut,
  pressed,
  filled,
  disabled,
  onClick,
  className,
}: ControlProps) => (
  <button
    type="button"
    className={cx(styles.control, text && styles.word, className)}
    aria-label={text && !label.includes(text) ? `${label} (${text})` : label}
    aria-pressed={pressed}
    disabled={disabled}
    title={shortcut ? `${label} (${shortcut})` : label}
    onClick={onClick}
  >
    {Icon ? <Icon aria-hidden="true" fill={filled ? 'currentColor' : 'none'} /> : text}
  </button>
)

/** The current timecode. A click copies it. */
const Clock = ({ transport, tape: timebase }: Pick<ControlsProps, 'transport' | 'tape'>) => {
  const { video, rate, frames, done, run } = transport
  const frame = secondsToFrame(usePlayhead(video, rate !== 0), timebase.fps)
  const code = frameToTimecode(Math.min(frames - 1, frame), timebase)
  return (
    <>
      <button
        type="button"
        className={styles.clock}
        aria-label={`${code}: copy this timecode`}
        title="Copy this timecode (C)"
        onClick={() => run('copy')}
      >
        {done?.label ?? code}
      </button>
      <span role="status" className="visually-hidden">
        {done?.status}
      </span>
    </>
  )
}
