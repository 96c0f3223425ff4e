/** Loads the names of the subjects of audit entries. */
import { sql } from 'kysely'

import { isPlaceholderEmail } from '#accounts/placeholder-email.ts'

import type { AuditSubject } from '../../audit/audit-subjects.ts'
import type { Db } from '../../db/database.server.ts'

type NamedSubject = { id: number; name: string | null }
type NameLookup = (db: Db, ids: readonly number[]) => Promise<NamedSubject[]>

const lookUpIn =
  <T extends 'workspaces' | 'clips' | 'collections' | 'categories' | 'preferred_rates' | 'filmmakers' | 'editfests'>(
    table: T,
  ): NameLookup =>
  async (db, ids) =>
    (await sql<NamedSubject>`select id, name from ${sql.table(table)} where id = any(${ids})`.execute(db)).rows

/** Subjects whose key is a numeric id. */
const lookups: Partial<Record<AuditSubject, NameLookup>> = {
  workspace: lookUpIn('workspaces'),
  clip: lookUpIn('clips'),
  collection: lookUpIn('collections'),
  category: lookUpIn('categories'),
  rate: lookUpIn('preferred_rates'),
  filmmaker: lookUpIn('filmmakers'),
  editfest: lookUpIn('editfests'),
  staff_invite: (db, ids) =>
    db.selectFrom('staff_invites').where('id', 'in', ids).select(['id', 'email as name']).execute(),
  filmmaker_invite: (db, ids) =>
    db.selectFrom('filmmaker_invites').where('id', 'in', ids).select(['id', 'email as name']).execute(),
  coupon: (db, ids) => db.selectFrom('coupons').where('id', 'in', ids).select(['id', 'code as name']).execute(),
  banner: (db, ids) =>
    db.selectFrom('feature_banners').where('id', 'in', ids).select(['id', 'title as name']).execute(),
  ticket: (db, ids) => db.selectFrom('tickets').where('id', 'in', ids).select(['id', 'reference as name']).execute(),
  order: (db, ids) =>
    db.selectFrom('orders').where('id', 'in', ids).select(['id', 'universal_invoice_number as name']).execute(),
  person: async (db, ids) => {
    const people = await db
      .selectFrom('users')
      .where('id', 'in', ids)
      .select(['id', 'first_name', 'last_name', 'email'])
      .execute()
    return people.map(({ id, first_name, last_name, email }) => ({
      id,
      name: isPlaceholderEmail(email) ? 'somebody who has left' : `${first_name} ${last_name}`.trim() || email,
    }))
  },
}

const isNumber = (key: string) => /^\d{1,9}$/.test(key)

export type AuditSubjectKey = { about: AuditSubject; key: string }
export type GetSubjectName = (subject: AuditSubjectKey) => string | null

/** Loads the names of all subjects at once. The returned function gives null for a deleted subject, or one without a numeric id. */
export const loadNames = async (db: Db, subjects: readonly AuditSubjectKey[]): Promise<GetSubjectName> => {
  const names = new Map<string, string | null>()
  const subjectsByKind = Map.groupBy(
    subjects.filter(({ key }) => isNumber(key)),
    ({ about }) => about,
  )
  await Promise.all(
    [...subjectsByKind].map(async ([about, group]) => {
      const ids = [...new Set(group.map(({ key }) => Number(key)))]
      for (const { id, name } of (await lookups[about]?.(db, ids)) ?? []) names.set(`${about} ${id}`, name)
    }),
  )
  return ({ about, key }) => names.get(`${about} ${key}`) ?? null
}
