/** A source of the current time: the system clock in production, a manual clock in tests. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

export const testClock = (start = '2026-03-02T10:00:00Z') => {
  let time = new Date(start).getTime()
  return {
    now: () => new Date(time),
    advance: (ms: number) => {
      time += ms
    },
  }
}

export const DAY_MS = 86_400_000
