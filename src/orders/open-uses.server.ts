/** The last check of a sale: whether the clips' releases, as they are now, allow what the lines grant. */
import { holdReleases } from '#catalog/clips.server.ts'
import type { Release } from '#catalog/traits.ts'
import { getClosedRefusal } from '#licensing/closed-uses.ts'
import { toUseGrants, type SoldRate } from '#licensing/rate.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { SoldClipSnapshot } from './order-snapshot.ts'

export type LicensedLine = {
  clip_id: number
  distribution_ids: number[]
  rate?: SoldRate | null
  clip_snapshot: Pick<SoldClipSnapshot, 'name'>
}

const findRefusal = (lines: readonly LicensedLine[], releases: ReadonlyMap<number, Release[]>) =>
  lines
    .map(({ clip_id, clip_snapshot, distribution_ids, rate }) =>
      getClosedRefusal(
        [{ name: clip_snapshot.name, releases: releases.get(clip_id) ?? [] }],
        toUseGrants({ distribution_ids }, rate),
      ),
    )
    .find(refusal => refusal !== null)

/** Returns the clips' releases, which stay as they are until the transaction ends. Throws 422 for a closed use. */
export const holdOpenReleases = async (trx: Trx, lines: readonly LicensedLine[]): Promise<Map<number, Release[]>> => {
  const releases = await holdReleases(
    trx,
    lines.map(({ clip_id }) => clip_id),
  )
  const refusal = findRefusal(lines, releases)
  if (refusal) throw refuse(422, refusal)
  return releases
}
