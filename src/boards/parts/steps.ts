/** Moving a clip of a board without dragging. */
export const steps = ['first', 'earlier', 'later', 'last'] as const
export type Step = (typeof steps)[number]

/** Before which clip it comes (null for the end) and which place that is, from 1; undefined when it is there already. */
export const destination = (
  ids: readonly number[],
  id: number,
  step: Step,
): { before: number | null; place: number } | undefined => {
  const last = ids.length - 1
  const from = ids.indexOf(id)
  const to = { first: 0, earlier: Math.max(0, from - 1), later: Math.min(last, from + 1), last }[step]
  if (from < 0 || to === from) return undefined
  return { before: ids[to > from ? to + 1 : to] ?? null, place: to + 1 }
}
