import type { Clock } from './clock.ts'

/**
 * Caches one value and refreshes it in the background once it is older than `fresh_ms`, so that only the first caller
 * waits. A failed refresh keeps the old value, and the next caller retries it.
 */
export const cacheWithRefresh = <T>(clock: Clock, fresh_ms: number, load: () => Promise<T>) => {
  let cached: { value: T; loadedAt: number } | undefined
  let loading: Promise<T> | undefined
  const refresh = () => {
    loading ??= load()
      .then(value => {
        cached = { value, loadedAt: clock.now().getTime() }
        return value
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  return {
    get: async (): Promise<T> => {
      if (!cached) return refresh()
      if (clock.now().getTime() - cached.loadedAt > fresh_ms) refresh().catch(() => {})
      return cached.value
    },
    refresh,
  }
}

/**
 * Returns a cache that shares one value per key between callers within `fresh_ms`, for at most `max_entries` keys. It
 * never returns an older value or a failure: the next caller loads again.
 */
export const cacheByKey = <T>(clock: Clock, fresh_ms: number, max_entries: number) => {
  const entries = new Map<string, { value: Promise<T>; loadedAt: number }>()
  return (key: string, load: () => Promise<T>): Promise<T> => {
    const now = clock.now().getTime()
    const existing = entries.get(key)
    if (existing && now - existing.loadedAt < fresh_ms) return existing.value
    const entry = { value: load(), loadedAt: now }
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key)
    })
    // Reinsert the key, so that the first one in the map is always the oldest.
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > max_entries && oldest !== undefined) entries.delete(oldest)
    return entry.value
  }
}
