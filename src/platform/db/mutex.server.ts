/** A first-in, first-out mutex for the embedded database's single connection. */
export type Mutex = {
  /** Waits for the lock and returns its release function. Throws after a timeout. */
  acquire: () => Promise<() => void>
  /** Runs `work` while holding the lock. */
  run: <T>(work: () => Promise<T>) => Promise<T>
}

export const createMutex = (timeout_ms = 30_000): Mutex => {
  let tail: Promise<void> = Promise.resolve()

  const acquire = async () => {
    const turn = Promise.withResolvers<void>()
    const previous = tail
    tail = previous.then(() => turn.promise)
    // A caller that times out must not block those behind it.
    await withTimeout(previous, timeout_ms).catch((error: unknown) => {
      turn.resolve()
      throw error
    })
    return turn.resolve
  }

  const run = async <T>(work: () => Promise<T>) => {
    const release = await acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }

  return { acquire, run }
}

const withTimeout = async (turn: Promise<void>, timeout_ms: number) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    const message = `A query waited ${timeout_ms / 1_000} s for the embedded database: is the outer handle used inside a transaction?`
    timer = setTimeout(() => reject(new Error(message)), timeout_ms)
    timer.unref()
  })
  await Promise.race([turn, timeout]).finally(() => clearTimeout(timer))
}
