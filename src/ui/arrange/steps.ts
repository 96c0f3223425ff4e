/** Moving something to another place without dragging. */
export const steps = ['first', 'earlier', 'later', 'last'] as const
export type Step = (typeof steps)[number]

/**
 * Before which one it comes (null for the end) and which place that is, from 1; undefined when it is there already. `step` may
 * be the place itself: what is beyond the end is the end.
 */
export const destination = (
  ids: readonly number[],
  id: number,
  step: Step | number,
): { before: number | null; place: number } | undefined => {
  const last = ids.length - 1
  const from = ids.indexOf(id)
  const to =
    typeof step === 'number'
      ? Math.min(Math.max(step - 1, 0), last)
      : { first: 0, earlier: Math.max(0, from - 1), later: Math.min(last, from + 1), last }[step]
  if (from < 0 || to === from) return undefined
  return { before: ids[to > from ? to + 1 : to] ?? null, place: to + 1 }
}

/** The keys that move what is in focus. */
export const stepKeys: Readonly<Record<string, Step>> = {
  ArrowLeft: 'earlier',
  ArrowUp: 'earlier',
  ArrowRight: 'later',
  ArrowDown: 'later',
  Home: 'first',
  End: 'last',
}
