/** An order that people give things by hand: clips of a board or a collection. */

/** `ids` with `moved` together before `before`; at the end where that is null or not among them. */
export const placed = (ids: readonly number[], moved: readonly number[], before: number | null): number[] => {
  const others = ids.filter(id => !moved.includes(id))
  const found = before === null ? -1 : others.indexOf(before)
  const at = found < 0 ? others.length : found
  return [...others.slice(0, at), ...new Set(moved), ...others.slice(at)]
}
