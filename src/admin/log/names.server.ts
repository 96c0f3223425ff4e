/** Names of what the log is about, so that nobody has to look numbers up. */
import { sql } from 'kysely'

import { isStandIn } from '#accounts/stand-in.ts'
import type { Db } from '#platform/database.server.ts'
import type { StaffSubject } from '#platform/staff-subjects.ts'

type Named = { id: number; name: string | null }
type Lookup = (db: Db, ids: readonly number[]) => Promise<Named[]>

const byColumn =
  <T extends 'workspaces' | 'clips' | 'collections' | 'preferred_rates' | 'filmmakers' | 'editfests'>(
    table: T,
  ): Lookup =>
  async (db, ids) =>
    (await sql<Named>`select id, name from ${sql.table(table)} where id = any(${ids})`.execute(db)).rows

/** The subjects that are kept by number. */
const lookups: Partial<Record<StaffSubject, Lookup>> = {
  workspace: byColumn('workspaces'),
  clip: byColumn('clips'),
  collection: byColumn('collections'),
  rate: byColumn('preferred_rates'),
  filmmaker: byColumn('filmmakers'),
  editfest: byColumn('editfests'),
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
      name: isStandIn(email) ? 'somebody who has left' : `${first_name} ${last_name}`.trim() || email,
    }))
  },
}

const isNumber = (key: string) => /^\d{1,9}$/.test(key)

export type Subject = { about: StaffSubject; key: string }
export type NameOf = (subject: Subject) => string | null

/** Reads the names of all of these at once; null for what is deleted, or is not kept by number. */
export const namesOf = async (db: Db, subjects: readonly Subject[]): Promise<NameOf> => {
  const names = new Map<string, string | null>()
  const wanted = Map.groupBy(
    subjects.filter(({ key }) => isNumber(key)),
    ({ about }) => about,
  )
  await Promise.all(
    [...wanted].map(async ([about, those]) => {
      const ids = [...new Set(those.map(({ key }) => Number(key)))]
      for (const { id, name } of (await lookups[about]?.(db, ids)) ?? []) names.set(`${about} ${id}`, name)
    }),
  )
  return ({ about, key }) => names.get(`${about} ${key}`) ?? null
}
