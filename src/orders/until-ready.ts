import { Refusal } from '#platform/refusal.ts'

type Waiting = { told: (percent: number) => void; signal: AbortSignal }

const pause_ms = 1_500

/** How far a file is that the shop still makes; undefined when it refuses for another reason. */
const percentIn = (error: unknown): number | undefined =>
  error instanceof Refusal ? (error.meta['making'] as { percent: number } | undefined)?.percent : undefined

/** Asks again for as long as the file is being made. Throws what else is refused, and AbortError when `signal` ends it. */
export const untilReady = async <T>(ask: () => Promise<T>, { told, signal }: Waiting): Promise<T> => {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const percent = percentIn(error)
      if (percent === undefined) throw error
      told(percent)
    }
    await new Promise(resolve => setTimeout(resolve, pause_ms))
    signal.throwIfAborted()
  }
}
