/** One after the other, in the order of asking: what the embedded database's single connection needs. */
export type Turns = {
  /** Waits for a turn; the answer ends it. Throws when none came in time. */
  take: () => Promise<() => void>
  /** Works within a turn of its own. */
  run: <T>(work: () => Promise<T>) => Promise<T>
}

export const makeTurns = (patience_ms = 30_000): Turns => {
  let last: Promise<void> = Promise.resolve()

  const take = async () => {
    const turn = Promise.withResolvers<void>()
    const before = last
    last = before.then(() => turn.promise)
    // Whoever gives up must not keep those behind waiting.
    await withPatience(before, patience_ms).catch((error: unknown) => {
      turn.resolve()
      throw error
    })
    return turn.resolve
  }

  const run = async <T>(work: () => Promise<T>) => {
    const end = await take()
    try {
      return await work()
    } finally {
      end()
    }
  }

  return { take, run }
}

const withPatience = async (turn: Promise<void>, patience_ms: number) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    const sentence = `A query waited ${patience_ms / 1_000} s for the embedded database: is the outer handle used inside a transaction?`
    timer = setTimeout(() => reject(new Error(sentence)), patience_ms)
    timer.unref()
  })
  await Promise.race([turn, tooLong]).finally(() => clearTimeout(timer))
}
