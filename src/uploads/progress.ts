/** How far a check is, written down now and then: what is told meanwhile is left out, but for the last of it. */

/** The parts of a check, in their order. */
export const checkSteps = ['joining', 'reading', 'making', 'saving'] as const
export type CheckStep = (typeof checkSteps)[number]

export const stepWords: Record<CheckStep, string> = {
  joining: 'Putting its pieces together',
  reading: 'Reading it to the end',
  making: 'Making its preview and pictures',
  saving: 'Storing it',
}

/** `percent` counts within the step; null where nothing can be counted. */
export type CheckProgress = { step: CheckStep; percent: number | null }

const pause_ms = 1_000

/** Writes what is told, one write after the other and at most one a second. What goes wrong with a write is let go: the next one says more. */
export const writeNowAndThen = (write: (progress: CheckProgress) => Promise<unknown>) => {
  let next: CheckProgress | undefined
  let told: CheckProgress | undefined
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let writing: Promise<unknown> = Promise.resolve()
  const go = () => {
    timer = undefined
    const progress = next
    if (!progress) return
    next = undefined
    timer = setTimeout(go, pause_ms)
    writing = writing.then(() => write(progress)).catch(() => {})
  }
  return {
    tell: (step: CheckStep, percent: number | null) => {
      if (isOver) return
      if (told?.step === step && told.percent === percent) return
      told = next = { step, percent }
      if (!timer) go()
    },
    /** Nothing is written from then on. */
    stop: async () => {
      isOver = true
      clearTimeout(timer)
      await writing
    },
  }
}
