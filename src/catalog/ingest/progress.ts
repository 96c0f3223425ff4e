/** How far a batch is, as one line for a person who waits. */

const second_ms = 1_000
const minute_ms = 60 * second_ms
const hour_ms = 60 * minute_ms

/** "8 s", "4 min", "1 h 20 min". */
export const duration = (ms: number): string => {
  if (ms < minute_ms) return `${Math.max(1, Math.round(ms / second_ms))} s`
  if (ms < hour_ms) return `${Math.round(ms / minute_ms)} min`
  const minutes = Math.round(ms / minute_ms)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export type Progress = {
  total: number
  done: number
  total_bytes: number
  done_bytes: number
  /** Of those, the ones that became clips, and how long that took: the others say nothing about the pace. */
  worked_bytes: number
  worked_ms: number
  /** What is under way. */
  current: string
}

const bar_width = 24

const bar = (share: number) => {
  const full = Math.round(share * bar_width)
  return `${'█'.repeat(full)}${'░'.repeat(bar_width - full)}`
}

const megabytes = (bytes_per_ms: number) => (bytes_per_ms / 1_000).toFixed(bytes_per_ms < 10_000 ? 1 : 0)

/** One line of at most `width` characters: bar, count, rate, time left, what is under way. */
export const progressLine = (progress: Progress, width: number): string => {
  const { total, done, total_bytes, done_bytes, worked_bytes, worked_ms, current } = progress
  const per_ms = worked_ms > 0 ? worked_bytes / worked_ms : 0
  const parts = [
    `${bar(total_bytes > 0 ? done_bytes / total_bytes : 1)} ${done} of ${total}`,
    ...(per_ms > 0 ? [`${megabytes(per_ms)} MB/s`, `about ${duration((total_bytes - done_bytes) / per_ms)} left`] : []),
    ...(current ? [current] : []),
  ]
  const line = Array.from(parts.join(' · '))
  return line.length <= width ? line.join('') : `${line.slice(0, Math.max(0, width - 1)).join('')}…`
}
