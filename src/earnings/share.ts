/** A filmmaker's share of a license at a time, from its versions. */

export type ShareVersion = {
  /** Later versions have higher ids. */
  id: number
  starts_at: Date
  /** 5000 is a half. null: the shop's standard share from then on. */
  basis_points: number | null
  /** Takes back what was planned for this start. */
  is_withdrawn: boolean
}

export type StandardShare = { starts_at: Date; basis_points: number }

/** Returns the versions that count, in the order of their starts: for each start the latest, unless it was withdrawn. */
export const effectiveVersions = <V extends ShareVersion>(versions: readonly V[]): V[] => {
  const latest = new Map<number, V>()
  for (const version of versions.toSorted((a, b) => a.id - b.id)) latest.set(version.starts_at.getTime(), version)
  return [...latest.values()]
    .filter(({ is_withdrawn }) => !is_withdrawn)
    .toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
}

/** Returns the last item that has started at a time. */
export const startedAt = <V extends { starts_at: Date }>(items: readonly V[], at: Date): V | undefined =>
  items
    .filter(({ starts_at }) => starts_at <= at)
    .reduce<V | undefined>((last, item) => (last && last.starts_at > item.starts_at ? last : item), undefined)

/** Returns the basis points of a filmmaker at a time. Throws when neither list has a version for it. */
export const shareAt = (own: readonly ShareVersion[], standard: readonly StandardShare[], at: Date): number => {
  const basis_points = startedAt(effectiveVersions(own), at)?.basis_points ?? startedAt(standard, at)?.basis_points
  if (basis_points === undefined) throw new Error(`No share has started at ${at.toISOString()}.`)
  return basis_points
}
