/** Timecodes and durations in tabular figures. */
import { cx } from './cx.ts'
import { formatDuration, secondsToTimecode } from './player/frames.ts'

type TimecodeProps = { seconds: number; fps: number; className?: string }

/** Renders a timecode such as `00:00:04:12`. */
export const Timecode = ({ seconds, fps, className }: TimecodeProps) => (
  <span className={cx('mono', className)}>{secondsToTimecode(seconds, fps)}</span>
)

/** Renders a duration such as `0:14`. */
export const Duration = ({ seconds, className }: { seconds: number; className?: string }) => (
  <time className={cx('mono', className)} dateTime={`PT${Math.round(seconds)}S`}>
    {formatDuration(seconds)}
  </time>
)
