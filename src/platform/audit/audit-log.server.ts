/** The audit log of staff, written in the transaction of the change. Entries are never changed. */
import type { Trx } from '../db/database.server.ts'
import type { AuditSubject } from './audit-subjects.ts'
import type { StaffAction } from './staff-actions.ts'

type AuditEntryInput = {
  staff_user_id: number | null
  about: AuditSubject
  /** The id of the subject, or a quote's number. */
  about_key: string | number
  action: StaffAction
  reason?: string | undefined
  /** The old and new value of each changed field. */
  changes?: Record<string, readonly [unknown, unknown]>
  now: Date
}

/** Writes an audit entry. Does nothing when `staff_user_id` is null, as in a seed. */
export const writeAuditEntry = async (
  trx: Trx,
  { staff_user_id, about, about_key, action, reason = '', changes = {}, now }: AuditEntryInput,
): Promise<void> => {
  if (staff_user_id === null) return
  await trx
    .insertInto('audit_log')
    .values({
      log: 'staff',
      at: now,
      actor_user_id: staff_user_id,
      subject_type: about,
      subject_key: String(about_key),
      action,
      reason,
      details: JSON.stringify(changes),
    })
    .execute()
}

/** Returns the old and new values of the fields that differ. */
export const diffFields = <T extends object>(before: T, after: T): Record<string, readonly [unknown, unknown]> =>
  Object.fromEntries(
    Object.keys(after).flatMap(key => {
      const [oldValue, newValue] = [before[key as keyof T], after[key as keyof T]]
      return JSON.stringify(oldValue) === JSON.stringify(newValue) ? [] : [[key, [oldValue, newValue] as const]]
    }),
  )
