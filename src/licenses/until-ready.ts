import { Refusal } from '#platform/http/refusal.ts'

import { getConsentOrder, requestConsent } from './delivery-consent.ts'

type UntilReadyOptions = { onProgress: (percent: number) => void; signal: AbortSignal }

const RETRY_MS = 1_500

/** Returns the progress of a transcode from a refusal; undefined for any other error. */
const getPercent = (error: unknown): number | undefined =>
  error instanceof Refusal ? (error.meta['transcode'] as { percent: number } | undefined)?.percent : undefined

/**
 * Repeats the request while the file is being transcoded, and after a consumer agreed to delivery. Throws any other
 * refusal, and AbortError when `signal` aborts or the buyer does not agree.
 */
export const untilReady = async <T>(
  request: () => Promise<T>,
  { onProgress, signal }: UntilReadyOptions,
): Promise<T> => {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      const order = getConsentOrder(error)
      if (order !== undefined) {
        if (!(await requestConsent(order))) throw new DOMException('The buyer did not agree.', 'AbortError')
        continue
      }
      const percent = getPercent(error)
      if (percent === undefined) throw error
      onProgress(percent)
    }
    await new Promise(resolve => setTimeout(resolve, RETRY_MS))
    signal.throwIfAborted()
  }
}
