/** Positions and lengths of footage in the tabular face. */
import { cx } from './cx.ts'
import { shortDuration, timecode } from './player/frames.ts'

type TimecodeProps = { seconds: number; fps: number; className?: string }

/** `00:00:04:12`. */
export const Timecode = ({ seconds, fps, className }: TimecodeProps) => (
  <span className={cx('mono', className)}>{timecode(seconds, fps)}</span>
)

/** `0:14`. */
export const Duration = ({ seconds, className }: { seconds: number; className?: string }) => (
  <time className={cx('mono', className)} dateTime={`PT${Math.round(seconds)}S`}>
    {shortDuration(seconds)}
  </time>
)
