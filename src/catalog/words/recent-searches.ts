/** What this browser's person searched for, the last first. It stays in the browser. */
import { useSyncExternalStore } from 'react'

const key = 'recent_searches'
const most = 8
const longest = 200
const listeners = new Set<() => void>()
const none: readonly string[] = []

const read = (): string => {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    // Storage can be forbidden: then nothing is remembered.
    return ''
  }
}

const write = (text: string) => {
  try {
    if (text === '') localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

/** Empty for what was never written by us. */
export const parseRecent = (text: string): readonly string[] => {
  try {
    const list: unknown = text === '' ? none : JSON.parse(text)
    return Array.isArray(list) ? list.filter(one => typeof one === 'string').slice(0, most) : none
  } catch {
    return none
  }
}

/** The list with one more search, which stands first and only once. */
export const withRecent = (list: readonly string[], typed: string): readonly string[] => {
  const words = typed.replaceAll(/\s+/g, ' ').trim().slice(0, longest)
  if (words === '') return list
  return [words, ...list.filter(one => one.toLowerCase() !== words.toLowerCase())].slice(0, most)
}

export const rememberSearch = (typed: string): void => write(JSON.stringify(withRecent(parseRecent(read()), typed)))

export const forgetSearches = (): void => write('')

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const useRecentSearches = (): readonly string[] => parseRecent(useSyncExternalStore(subscribe, read, () => ''))
