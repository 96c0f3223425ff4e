/** The recent searches of this browser, the latest first. They never leave the browser. */
import { useSyncExternalStore } from 'react'

const STORAGE_KEY = 'recent_searches'
const MAX_SEARCHES = 8
const MAX_LENGTH = 200
const listeners = new Set<() => void>()
const noSearches: readonly string[] = []

const read = (): string => {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? ''
  } catch {
    // Storage can be blocked. Then nothing is saved.
    return ''
  }
}

const write = (text: string) => {
  try {
    if (text === '') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, text)
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

/** Parses the stored list. Returns an empty list for anything invalid. */
export const parseRecent = (text: string): readonly string[] => {
  try {
    const list: unknown = text === '' ? noSearches : JSON.parse(text)
    return Array.isArray(list) ? list.filter(entry => typeof entry === 'string').slice(0, MAX_SEARCHES) : noSearches
  } catch {
    return noSearches
  }
}

/** Returns the list with a search added at the front; an earlier entry of the same text is removed. */
export const addRecent = (list: readonly string[], typed: string): readonly string[] => {
  const words = typed.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LENGTH)
  if (words === '') return list
  return [words, ...list.filter(entry => entry.toLowerCase() !== words.toLowerCase())].slice(0, MAX_SEARCHES)
}

export const saveRecentSearch = (typed: string): void => write(JSON.stringify(addRecent(parseRecent(read()), typed)))

export const clearRecentSearches = (): void => write('')

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const useRecentSearches = (): readonly string[] => parseRecent(useSyncExternalStore(subscribe, read, () => ''))
