/** Manual ordering, such as the clips of a board or a collection. */

/** Returns `ids` with `moved` placed together before `before`, or at the end when it is null or not among them. */
export const reorder = (ids: readonly number[], moved: readonly number[], before: number | null): number[] => {
  const others = ids.filter(id => !moved.includes(id))
  const index = before === null ? -1 : others.indexOf(before)
  const position = index < 0 ? others.length : index
  return [...others.slice(0, position), ...new Set(moved), ...others.slice(position)]
}
