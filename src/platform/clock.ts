/** Where the time comes from: the wall in production, a hand-moved one in tests. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

export const testClock = (start = '2026-03-02T10:00:00Z') => {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    advance: (ms: number) => {
      at += ms
    },
  }
}
