import { Refusal } from '#platform/http/refusal.ts'

type UntilReadyOptions = { onProgress: (percent: number) => void; signal: AbortSignal }

const RETRY_MS = 1_500

/** Returns the progress of a transcode from a refusal; undefined for any other error. */
const getPercent = (error: unknown): number | undefined =>
  error instanceof Refusal ? (error.meta['transcode'] as { percent: number } | undefined)?.percent : undefined

/** Repeats the request while the file is being transcoded. Throws any other refusal, and AbortError when `signal` aborts. */
export const untilReady = async <T>(
  request: () => Promise<T>,
  { onProgress, signal }: UntilReadyOptions,
): Promise<T> => {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      const percent = getPercent(error)
      if (percent === undefined) throw error
      onProgress(percent)
    }
    await new Promise(resolve => setTimeout(resolve, RETRY_MS))
    signal.throwIfAborted()
  }
}
