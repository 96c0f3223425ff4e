/** The license that this browser's person chose last: the next clip begins with it. */
import { useSyncExternalStore } from 'react'

import { isChoice, tidyChoice, type ChoiceWithFormat } from './choice.ts'

const key = 'last_license'
const listeners = new Set<() => void>()

const read = (): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage can be forbidden: then every choice begins anew.
    return null
  }
}

const write = (text: string | null) => {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

/** null for what was never written by us, or by an older version of us. */
export const parseChoice = (text: string | null): ChoiceWithFormat | null => {
  try {
    const kept: unknown = text === null ? null : JSON.parse(text)
    return isChoice(kept) ? kept : null
  } catch {
    return null
  }
}

export const rememberChoice = ({ format_id, ...choice }: ChoiceWithFormat): void =>
  write(JSON.stringify({ ...tidyChoice(choice), format_id }))

export const forgetChoice = (): void => write(null)

const subscribe = (listener: () => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

/** null before the first choice, and on the server. */
export const useLastChoice = (): ChoiceWithFormat | null =>
  parseChoice(useSyncExternalStore(subscribe, read, () => null))
