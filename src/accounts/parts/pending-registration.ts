/** A registration that waits for its code. The tab remembers it, so that a reload does not lose it. */
import { useMemo, useSyncExternalStore } from 'react'

export type PendingRegistration = {
  email: string
  mailbox_url: string | null
  wants_mail: boolean
  /** Whether the user ticked the opt-in, which is not shown in every country. */
  has_opted_in: boolean
}

const STORAGE_KEY = 'pending-registration'
const LIFETIME_MS = 30 * 60_000

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const savePendingRegistration = (pending: PendingRegistration): void => {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...pending, expires_at: Date.now() + LIFETIME_MS }))
  for (const listener of listeners) listener()
}

export const clearPendingRegistration = (): void => {
  sessionStorage.removeItem(STORAGE_KEY)
  for (const listener of listeners) listener()
}

const readStorage = (): string | null => {
  const text = sessionStorage.getItem(STORAGE_KEY)
  return text !== null && (JSON.parse(text) as { expires_at: number }).expires_at > Date.now() ? text : null
}

/** The tab's registration while its code can still work. */
export const usePendingRegistration = (): PendingRegistration | undefined => {
  const text = useSyncExternalStore(subscribe, readStorage, () => null)
  return useMemo(() => (text === null ? undefined : (JSON.parse(text) as PendingRegistration)), [text])
}
