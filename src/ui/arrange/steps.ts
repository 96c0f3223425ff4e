/** Moving an item to another position without dragging. */
export const ARRANGE_STEPS = ['first', 'earlier', 'later', 'last'] as const
export type ArrangeStep = (typeof ARRANGE_STEPS)[number]

/**
 * Returns the id to insert before (null for the end) and the new position, from 1; undefined when nothing would
 * change. `step` may be the position itself, which is clamped to the list.
 */
export const findDestination = (
  ids: readonly number[],
  id: number,
  step: ArrangeStep | number,
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

/** The keys that move the focused item. */
export const STEP_KEYS: Readonly<Record<string, ArrangeStep>> = {
  ArrowLeft: 'earlier',
  ArrowUp: 'earlier',
  ArrowRight: 'later',
  ArrowDown: 'later',
  Home: 'first',
  End: 'last',
}
