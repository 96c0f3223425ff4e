/** Steps of a check, and a throttle for saving its progress. */

/** In order. */
export const checkSteps = ['joining', 'reading', 'making', 'saving'] as const
export type CheckStep = (typeof checkSteps)[number]

export const stepLabels: Record<CheckStep, string> = {
  joining: 'Joining the pieces',
  reading: 'Reading the file',
  making: 'Creating preview and pictures',
  saving: 'Storing',
}

/** `percent` is within the step; null when it cannot be measured. */
export type CheckProgress = { step: CheckStep; percent: number | null }

const WRITE_INTERVAL_MS = 1_000

/** Returns a reporter that calls `write` at most once a second, one write at a time. Failed writes are ignored, because newer progress follows. */
export const throttleProgress = (write: (progress: CheckProgress) => Promise<unknown>) => {
  let next: CheckProgress | undefined
  let reported: CheckProgress | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let writing: Promise<unknown> = Promise.resolve()
  const writeNext = () => {
    timer = undefined
    const progress = next
    if (!progress) return
    next = undefined
    timer = setTimeout(writeNext, WRITE_INTERVAL_MS)
    writing = writing.then(() => write(progress)).catch(() => {})
  }
  return {
    report: (step: CheckStep, percent: number | null) => {
      if (isStopped) return
      if (reported?.step === step && reported.percent === percent) return
      reported = next = { step, percent }
      if (!timer) writeNext()
    },
    /** Ends all writes. */
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await writing
    },
  }
}
