/** Filmmakers' own shares of a license: read for the ledger, and planned by staff. */
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { effectiveVersions, shareAt, startedAt, type ShareVersion, type StandardShare } from './share.ts'

const loadStandard = (db: Db | Trx): Promise<StandardShare[]> =>
  db.selectFrom('splits').select(['starts_at', 'filmmaker_basis_points as basis_points']).execute()

const selectVersions = (db: Db | Trx, filmmaker_ids: readonly number[]) =>
  db
    .selectFrom('filmmaker_splits as v')
    .where('v.filmmaker_id', 'in', filmmaker_ids)
    .orderBy('v.id')
    .select(['v.id', 'v.filmmaker_id', 'v.starts_at', 'v.filmmaker_basis_points as basis_points', 'v.is_withdrawn'])

/** Returns a function that gives a filmmaker's basis points at a time. */
export const loadShares = async (
  db: Db | Trx,
  filmmaker_ids: readonly number[],
): Promise<(filmmaker_id: number, at: Date) => number> => {
  const standard = await loadStandard(db)
  const own = filmmaker_ids.length === 0 ? [] : await selectVersions(db, filmmaker_ids).execute()
  const byFilmmaker = Map.groupBy(own, ({ filmmaker_id }) => filmmaker_id)
  return (filmmaker_id, at) => shareAt(byFilmmaker.get(filmmaker_id) ?? [], standard, at)
}

const stateOf = ({ starts_at }: ShareVersion, current: ShareVersion | undefined, now: Date) => {
  if (starts_at > now) return 'planned' as const
  return starts_at.getTime() === current?.starts_at.getTime() ? ('current' as const) : ('past' as const)
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** Returns the share now, and its versions, the latest start first. */
export const loadFilmmakerShares = async (db: Db, filmmaker_id: number, now: Date) => {
  const [standard, rows] = await Promise.all([
    loadStandard(db),
    selectVersions(db, [filmmaker_id])
      .innerJoin('users as u', 'u.id', 'v.set_by')
      .select(['u.email as set_by', 'v.set_at'])
      .execute(),
  ])
  const versions = effectiveVersions(rows)
  const current = startedAt(versions, now)
  return {
    basis_points: shareAt(rows, standard, now),
    standard_basis_points: shareAt([], standard, now),
    last_id: rows.at(-1)?.id ?? 0,
    versions: versions.toReversed().map(version => ({
      starts_on: toDay(version.starts_at),
      basis_points: version.basis_points,
      state: stateOf(version, current, now),
      set_by: version.set_by,
      set_at: version.set_at.toISOString(),
    })),
  }
}

type ShareChange = {
  filmmaker_id: number
  /** The first day, in UTC. */
  starts_on: string
  /** The id of the last version that the caller has seen; 0 for none. */
  last_id: number
}
type Editor = { staff_user_id: number; reason: string; now: Date }

/** The furthest day that can be planned. */
const MAX_AHEAD_MS = 2 * 365 * DAY_MS

/** Locks the filmmaker and returns its versions. Throws 403 for its own people, 404, 409 for an outdated `last_id`. */
const lockVersions = async (trx: Trx, { filmmaker_id, last_id }: ShareChange, { staff_user_id }: Editor) => {
  const filmmaker = await trx
    .selectFrom('filmmakers')
    .where('id', '=', filmmaker_id)
    .forNoKeyUpdate()
    .select('id')
    .executeTakeFirst()
  if (!filmmaker) throw refuse.missing('filmmaker')
  const own = await trx
    .selectFrom('filmmaker_members')
    .where('user_id', '=', staff_user_id)
    .where('filmmaker_id', '=', filmmaker_id)
    .select('user_id')
    .executeTakeFirst()
  if (own) throw refuse(403, 'You have access to this filmmaker yourself. Please ask a colleague.')
  const versions = await selectVersions(trx, [filmmaker_id]).execute()
  if ((versions.at(-1)?.id ?? 0) !== last_id)
    throw refuse(409, 'Somebody else changed this share. Please check it, then try again.')
  return versions
}

const insertVersion = async (
  trx: Trx,
  { filmmaker_id, starts_on }: ShareChange,
  { basis_points, is_withdrawn }: { basis_points: number | null; is_withdrawn: boolean },
  { staff_user_id, now }: Editor,
) => {
  await trx
    .insertInto('filmmaker_splits')
    .values({
      filmmaker_id,
      starts_at: startOf(starts_on),
      filmmaker_basis_points: basis_points,
      is_withdrawn,
      set_by: staff_user_id,
      set_at: now,
    })
    .execute()
}

const formatShare = (basis_points: number | null) =>
  basis_points === null ? 'standard' : `${(basis_points / 100).toLocaleString('en-US')}%`

/**
 * Plans a share from a day on; null is the shop's standard share. Replaces what was planned for the same day. Throws like
 * `lockVersions`, and 422 for a day that has begun: past sales never change.
 */
export const planShare = async (
  trx: Trx,
  { basis_points, ...change }: ShareChange & { basis_points: number | null },
  editor: Editor,
): Promise<void> => {
  const versions = await lockVersions(trx, change, editor)
  const { filmmaker_id, starts_on } = change
  const { now, staff_user_id, reason } = editor
  const starts_at = startOf(starts_on)
  if (starts_at <= now)
    throw refuse.fields({ starts_on: ['This day has begun. Past sales keep their share, so choose a later day.'] })
  if (starts_at.getTime() - now.getTime() > MAX_AHEAD_MS)
    throw refuse.fields({ starts_on: ['Please choose a day within two years.'] })
  const before = startedAt(effectiveVersions(versions), starts_at)?.basis_points ?? null
  await insertVersion(trx, change, { basis_points, is_withdrawn: false }, editor)
  await writeAuditEntry(trx, {
    staff_user_id,
    about: 'filmmaker',
    about_key: filmmaker_id,
    action: 'share_planned',
    reason,
    changes: { [`share from ${starts_on}`]: [formatShare(before), formatShare(basis_points)] },
    now,
  })
}

/** Takes a planned share back. Throws like `lockVersions`, and 409 when there is none for the day, or it has begun. */
export const withdrawShare = async (trx: Trx, change: ShareChange, editor: Editor): Promise<void> => {
  const versions = await lockVersions(trx, change, editor)
  const { filmmaker_id, starts_on } = change
  const { now, staff_user_id, reason } = editor
  const starts_at = startOf(starts_on)
  if (starts_at <= now) throw refuse(409, 'This share has begun. Past sales keep it, so plan another one instead.')
  const effective = effectiveVersions(versions)
  const planned = effective.find(version => version.starts_at.getTime() === starts_at.getTime())
  if (!planned) throw refuse(409, 'No share is planned for this day anymore.')
  await insertVersion(trx, change, { basis_points: null, is_withdrawn: true }, editor)
  const after = startedAt(
    effective.filter(version => version !== planned),
    starts_at,
  )
  await writeAuditEntry(trx, {
    staff_user_id,
    about: 'filmmaker',
    about_key: filmmaker_id,
    action: 'share_withdrawn',
    reason,
    changes: {
      [`share from ${starts_on}`]: [formatShare(planned.basis_points), formatShare(after?.basis_points ?? null)],
    },
    now,
  })
}
