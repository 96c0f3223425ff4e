/** What our people changed, who of them and why: written in the transaction that makes it true, never changed itself. */
import type { Trx } from './database.server.ts'
import type { StaffSubject } from './staff-subjects.ts'

type StaffChange = {
  staff_user_id: number | null
  about: StaffSubject
  /** Its id, or a quote's number. */
  about_key: string | number
  /** As people read it: "Made", "Took it back". */
  action: string
  reason?: string | undefined
  /** What each field was and became. */
  changes?: Record<string, readonly [unknown, unknown]>
  now: Date
}

/** Nobody of us did it where `staff_user_id` is null, such as a seed: then nothing is written. */
export const logStaff = async (
  trx: Trx,
  { staff_user_id, about, about_key, action, reason = '', changes = {}, now }: StaffChange,
): Promise<void> => {
  if (staff_user_id === null) return
  await trx
    .insertInto('staff_changes')
    .values({
      at: now,
      staff_user_id,
      about,
      about_key: String(about_key),
      action,
      reason,
      changes: JSON.stringify(changes),
    })
    .execute()
}

/** The fields that differ, as `logStaff` keeps them. */
export const changesOf = <T extends object>(before: T, after: T): Record<string, readonly [unknown, unknown]> =>
  Object.fromEntries(
    Object.keys(after).flatMap(key => {
      const [was, is] = [before[key as keyof T], after[key as keyof T]]
      return JSON.stringify(was) === JSON.stringify(is) ? [] : [[key, [was, is] as const]]
    }),
  )
