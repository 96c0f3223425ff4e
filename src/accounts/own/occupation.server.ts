import type { ExpressionBuilder } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'

import type { Db } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import type { Tables } from '#platform/tables.ts'

import { tidied, type Occupation } from '../occupation.ts'

export const businessTypes = (db: Db) =>
  db.selectFrom('business_types').select(['id', 'name']).orderBy('position').execute()

/** One business with the occupations in it. Throws 404. */
export const businessType = async (db: Db, id: number) => {
  const found = await db.selectFrom('business_types').where('id', '=', id).select(['id', 'name']).executeTakeFirst()
  if (!found) throw refuse.missing('business type')
  const occupations = await db
    .selectFrom('occupation_types')
    .where('business_type_id', '=', id)
    .select(['id', 'name'])
    .orderBy('name')
    .execute()
  return { ...found, occupations }
}

/** What somebody told of their work, as a part of a question about users; names are those of the lists, or their own words. */
export const activeOccupation = (eb: ExpressionBuilder<Tables, 'users'>) =>
  jsonObjectFrom(
    eb
      .selectFrom('user_occupations as o')
      .leftJoin('business_types as b', 'b.id', 'o.business_type_id')
      .leftJoin('occupation_types as t', 't.id', 'o.occupation_type_id')
      .whereRef('o.user_id', '=', 'users.id')
      .select(['o.business_type_id', 'o.occupation_type_id', 'o.custom_business_type', 'o.custom_occupation_type'])
      .select(({ fn }) => [
        fn.coalesce('o.custom_business_type', 'b.name').as('business_type'),
        fn.coalesce('o.custom_occupation_type', 't.name').as('occupation_type'),
      ]),
  )

/** Takes the place of what was told before. Throws 422 for what is not in the lists. */
export const saveOccupation = async (db: Db, user_id: number, given: Occupation): Promise<void> => {
  const kept = tidied(given)
  await checkLists(db, kept)
  await db
    .insertInto('user_occupations')
    .values({ user_id, ...kept })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(kept))
    .execute()
}

const checkLists = async (db: Db, { business_type_id, occupation_type_id }: Occupation) => {
  if (business_type_id === null) return
  const businesses = db.selectFrom('business_types').where('id', '=', business_type_id).select('id')
  if (!(await businesses.executeTakeFirst())) throw refuse.fields({ business_type_id: ['Business type is required'] })
  if (occupation_type_id === null) return
  const inside = db
    .selectFrom('occupation_types')
    .where('id', '=', occupation_type_id)
    .where('business_type_id', '=', business_type_id)
    .select('id')
  if (!(await inside.executeTakeFirst())) throw refuse.fields({ occupation_type_id: ['Occupation type is required'] })
}
