/** Formats the progress of a batch as one line for the terminal. */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** "8 s", "4 min", "1 h 20 min". */
export const formatElapsed = (ms: number): string => {
  if (ms < MINUTE_MS) return `${Math.max(1, Math.round(ms / SECOND_MS))} s`
  if (ms < HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`
  const minutes = Math.round(ms / MINUTE_MS)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export type Progress = {
  total: number
  done: number
  total_bytes: number
  done_bytes: number
  /** Of the files that became clips; only these tell the pace. */
  worked_bytes: number
  worked_ms: number
  /** The current file. */
  current: string
}

const BAR_WIDTH = 24

const progressBar = (share: number) => {
  const filled = Math.round(share * BAR_WIDTH)
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`
}

const formatRate = (bytes_per_ms: number) => (bytes_per_ms / 1_000).toFixed(bytes_per_ms < 10_000 ? 1 : 0)

/** Returns one line of at most `width` characters: bar, count, rate, time left, current file. */
export const formatProgress = (progress: Progress, width: number): string => {
  const { total, done, total_bytes, done_bytes, worked_bytes, worked_ms, current } = progress
  const bytesPerMs = worked_ms > 0 ? worked_bytes / worked_ms : 0
  const parts = [
    `${progressBar(total_bytes > 0 ? done_bytes / total_bytes : 1)} ${done} of ${total}`,
    ...(bytesPerMs > 0
      ? [`${formatRate(bytesPerMs)} MB/s`, `about ${formatElapsed((total_bytes - done_bytes) / bytesPerMs)} left`]
      : []),
    ...(current ? [current] : []),
  ]
  const line = Array.from(parts.join(' · '))
  return line.length <= width ? line.join('') : `${line.slice(0, Math.max(0, width - 1)).join('')}…`
}
