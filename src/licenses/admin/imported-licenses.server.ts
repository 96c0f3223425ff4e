/** Corrections of licenses that another system sold. A sold license of this shop changes with its order only. */
import { normalizeChoice } from '#licensing/choice.ts'
import { describeLicense } from '#orders/license-sentence.ts'
import { diffFields, writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import { toDay } from '#platform/day.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'
import { writeWorkspaceAudit } from '#workspaces/audit.server.ts'
import { lockWorkspaceRow } from '#workspaces/team.server.ts'
import { requireNonMember } from '#workspaces/terms.server.ts'

import { toImportedTerm, WORLDWIDE } from '../imported-licenses.server.ts'
import { licenseStateSql } from '../in-force.server.ts'
import { licenseView } from '../license-view.server.ts'
import type { ImportedLicense, LicenseCorrection } from './contract.ts'

const PER_PAGE = 20

const selectImported = (db: Db | Trx, now: Date) =>
  db
    .selectFrom(licenseView)
    .where('l.imported_license_id', 'is not', null)
    .select(['l.id', 'l.workspace_id', 'l.imported_license_id', 'l.clip_id', 'l.clip_snapshot', 'l.order', 'l.rate'])
    .select(['l.org_type', 'l.end_client_size', 'l.distribution_ids', 'l.territory', 'l.term', 'l.granted_at'])
    .select(['l.ends_at', 'l.revoked_at', 'l.licensee', 'l.client_name', 'l.project_name'])
    .select(licenseStateSql(now).as('state'))

type ImportedRow = Awaited<ReturnType<ReturnType<typeof selectImported>['execute']>>[number]

const toFields = (row: ImportedRow): LicenseCorrection => ({
  order: row.order,
  org_type: row.org_type,
  end_client_size: row.end_client_size,
  distribution_ids: row.distribution_ids,
  ends_on: row.ends_at && toDay(row.ends_at),
  territory: row.territory === WORLDWIDE ? '' : row.territory,
  company: row.licensee.company ?? '',
  client_name: row.client_name ?? '',
  project_name: row.project_name ?? '',
})

const toImportedLicense = (row: ImportedRow): ImportedLicense => ({
  id: row.id,
  clip: { id: row.clip_id, name: row.clip_snapshot.name, format: row.clip_snapshot.format },
  sentence: describeLicense(row),
  state: row.state,
  is_revoked: row.revoked_at !== null,
  granted_at: row.granted_at.toISOString(),
  fields: toFields(row),
})

/** Throws 404. */
export const loadImportedLicense = async (db: Db, id: number, now: Date): Promise<ImportedLicense> =>
  toImportedLicense(await findImported(db, id, now))

const findImported = async (db: Db | Trx, id: number, now: Date) => {
  const row = await selectImported(db, now).where('l.id', '=', id).executeTakeFirst()
  if (!row) throw refuse.missing('license')
  return row
}

export const listImported = async (db: Db, workspace_id: number, page: number, now: Date) => {
  const { total } = await db
    .selectFrom('licenses')
    .where('workspace_id', '=', workspace_id)
    .where('imported_license_id', 'is not', null)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await selectImported(db, now)
    .where('l.workspace_id', '=', workspace_id)
    .orderBy('l.id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  return { data: rows.map(toImportedLicense), meta: toPagination(page, PER_PAGE, Number(total)) }
}

type StaffChange = { staff_user_id: number; reason: string; now: Date }

/** Locks the workspace's row, which serializes changes of its imported licenses. Throws 404, 403 for an own workspace. */
const lockImported = async (trx: Trx, id: number, { staff_user_id, now }: StaffChange) => {
  const { workspace_id } = await findImported(trx, id, now)
  await lockWorkspaceRow(trx, workspace_id)
  await requireNonMember(trx, staff_user_id, workspace_id)
  return findImported(trx, id, now)
}

/** Writes what changed to the logs of staff and of the workspace. */
const writeLogs = async (
  trx: Trx,
  { workspace_id, clip_snapshot, order }: ImportedRow,
  action: 'license_corrected' | 'license_revoked' | 'license_restored',
  changes: Record<string, readonly [unknown, unknown]>,
  { staff_user_id, reason, now }: StaffChange,
) => {
  const named = Object.entries(changes).map(([field, values]) => [`${clip_snapshot.name}, ${order}, ${field}`, values])
  await writeAuditEntry(trx, {
    staff_user_id,
    about: 'workspace',
    about_key: workspace_id,
    action,
    reason,
    changes: Object.fromEntries(named) as typeof changes,
    now,
  })
  const workspaceAction = action.replace('_', '.') as 'license.corrected' | 'license.revoked' | 'license.restored'
  await writeWorkspaceAudit(trx, { workspace_id, actor: { user_id: staff_user_id }, action: workspaceAction, at: now })
}

/**
 * Corrects an imported license. An issued certificate says what was wrong, so it is deleted, and the next request issues
 * another. Throws 404, 403 for a license of an own workspace, 409 when nothing would change, 422 for an end before its start.
 */
export const correctImported = async (
  trx: Trx,
  id: number,
  correction: LicenseCorrection,
  change: StaffChange,
): Promise<void> => {
  const row = await lockImported(trx, id, change)
  const before = toFields(row)
  const after: LicenseCorrection = { ...correction, ...normalizeChoice(correction) }
  const changes = diffFields(before, after)
  if (Object.keys(changes).length === 0) throw refuse(409, 'The license already says this.')
  // A time of day that was imported stays, unless the day changes.
  const ends_at =
    after.ends_on === before.ends_on
      ? row.ends_at
      : after.ends_on === null
        ? null
        : new Date(`${after.ends_on}T00:00:00Z`)
  if (ends_at !== null && ends_at <= row.granted_at)
    throw refuse.fields({ ends_on: ['A license ends after the day on which it was granted.'] })
  await trx
    .updateTable('imported_licenses')
    .set({
      reference: after.order,
      licensee: JSON.stringify({ ...row.licensee, company: after.company }),
      client_name: after.client_name || null,
      project_name: after.project_name || null,
    })
    .where('id', '=', row.imported_license_id)
    .execute()
  await trx
    .updateTable('licenses')
    .set({
      ...normalizeChoice(after),
      territory: after.territory || WORLDWIDE,
      term: toImportedTerm(ends_at),
      ends_at,
    })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('certificates').where('license_id', '=', id).execute()
  // Another end has its own reminders.
  if (changes['ends_on']) await trx.deleteFrom('license_reminders').where('license_id', '=', id).execute()
  await writeLogs(trx, row, 'license_corrected', changes, change)
}

/** Revokes an imported license, or brings it back. Throws 404, 403 for a license of an own workspace, 409 for the same as now. */
export const setImportedRevoked = async (
  trx: Trx,
  id: number,
  is_revoked: boolean,
  change: StaffChange,
): Promise<void> => {
  const row = await lockImported(trx, id, change)
  if (is_revoked === (row.revoked_at !== null))
    throw refuse(409, is_revoked ? 'The license is revoked already.' : 'The license isn’t revoked.')
  await trx
    .updateTable('licenses')
    .set({ revoked_at: is_revoked ? change.now : null })
    .where('id', '=', id)
    .execute()
  const states = is_revoked ? (['granted', 'revoked'] as const) : (['revoked', 'granted'] as const)
  await writeLogs(trx, row, is_revoked ? 'license_revoked' : 'license_restored', { state: states }, change)
}
