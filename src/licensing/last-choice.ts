/** The last license choice in this browser, which is the initial choice for the next clip. */
import { useSyncExternalStore } from 'react'

import { isChoice, normalizeChoice, type ChoiceWithFormat } from './choice.ts'

const STORAGE_KEY = 'last_license'
const listeners = new Set<() => void>()

const read = (): string | null => {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    // Storage can be blocked; then no choice is remembered.
    return null
  }
}

const write = (text: string | null) => {
  try {
    if (text === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, text)
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

/** Returns null for an invalid or outdated value. */
export const parseChoice = (text: string | null): ChoiceWithFormat | null => {
  try {
    const value: unknown = text === null ? null : JSON.parse(text)
    return isChoice(value) ? value : null
  } catch {
    return null
  }
}

export const rememberChoice = ({ format_id, ...choice }: ChoiceWithFormat): void =>
  write(JSON.stringify({ ...normalizeChoice(choice), format_id }))

export const forgetChoice = (): void => write(null)

const subscribe = (listener: () => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

/** Returns null before the first choice and on the server. */
export const useLastChoice = (): ChoiceWithFormat | null =>
  parseChoice(useSyncExternalStore(subscribe, read, () => null))
