import type { Clock } from './clock.ts'

/**
 * An answer that may be a little old: asked for again in the background once it is older than `fresh_ms`, so that only the
 * very first caller waits. A failed renewal keeps the old answer and is tried again by the next caller.
 */
export const remember = <T>(clock: Clock, fresh_ms: number, load: () => Promise<T>) => {
  let known: { value: T; at: number } | undefined
  let loading: Promise<T> | undefined
  const renew = () => {
    loading ??= load()
      .then(value => {
        known = { value, at: clock.now().getTime() }
        return value
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  return {
    get: async (): Promise<T> => {
      if (!known) return renew()
      if (clock.now().getTime() - known.at > fresh_ms) renew().catch(() => {})
      return known.value
    },
    renew,
  }
}

/**
 * One answer for all who ask the same at once or within `fresh_ms` of each other, for at most `most` questions. Never an older
 * one, and never a failure: the next to ask tries again.
 */
export const shared = <T>(clock: Clock, fresh_ms: number, most: number) => {
  const known = new Map<string, { answer: Promise<T>; at: number }>()
  return (question: string, find: () => Promise<T>): Promise<T> => {
    const now = clock.now().getTime()
    const before = known.get(question)
    if (before && now - before.at < fresh_ms) return before.answer
    const entry = { answer: find(), at: now }
    entry.answer.catch(() => {
      if (known.get(question) === entry) known.delete(question)
    })
    // Written anew, it stands last: the first is always the oldest.
    known.delete(question)
    known.set(question, entry)
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return entry.answer
  }
}
