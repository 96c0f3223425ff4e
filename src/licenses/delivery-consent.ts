/** Asks a consumer to agree that delivery begins, when a download is refused without it. The host shows the question. */
import { useSyncExternalStore } from 'react'

import { Refusal } from '#platform/http/refusal.ts'

export type ConsentRequest = { order: string; answer: (isGranted: boolean) => void }

let request: ConsentRequest | null = null
const listeners = new Set<() => void>()

const setRequest = (next: ConsentRequest | null) => {
  request = next
  for (const listener of listeners) listener()
}

/** Returns the order that needs consent before this download; undefined for any other error. */
export const getConsentOrder = (error: unknown): string | undefined =>
  error instanceof Refusal ? (error.meta['delivery_consent'] as { order: string } | undefined)?.order : undefined

/** Resolves with the buyer's answer. A second request replaces the first, which is answered with no. */
export const requestConsent = (order: string): Promise<boolean> => {
  request?.answer(false)
  return new Promise(resolve => {
    setRequest({
      order,
      answer: isGranted => {
        setRequest(null)
        resolve(isGranted)
      },
    })
  })
}

/** Answers an open question with no. */
export const cancelConsent = (): void => request?.answer(false)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The open question; null when there is none. */
export const useConsentRequest = (): ConsentRequest | null =>
  useSyncExternalStore(
    subscribe,
    () => request,
    () => null,
  )
