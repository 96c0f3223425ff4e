import type { ExpressionBuilder } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'

import type { Db } from '#platform/db/database.server.ts'
import type { Tables } from '#platform/db/tables.ts'
import { refuse } from '#platform/http/refusal.ts'

import { normalizeOccupation, type Occupation } from '../occupation.ts'

export const loadBusinessTypes = (db: Db) =>
  db.selectFrom('business_types').select(['id', 'name']).orderBy('position').execute()

/** Returns a business type with its occupations. Throws 404. */
export const loadBusinessType = async (db: Db, id: number) => {
  const business = await db.selectFrom('business_types').where('id', '=', id).select(['id', 'name']).executeTakeFirst()
  if (!business) throw refuse.missing('business type')
  const occupations = await db
    .selectFrom('occupation_types')
    .where('business_type_id', '=', id)
    .select(['id', 'name'])
    .orderBy('name')
    .execute()
  return { ...business, occupations }
}

/** A subquery for a user's occupation. The names come from the lists or from the user's own text. */
export const selectActiveOccupation = (eb: ExpressionBuilder<Tables, 'users'>) =>
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

/** Replaces the user's occupation. Throws 422 for ids that are not in the lists. */
export const saveOccupation = async (db: Db, user_id: number, input: Occupation): Promise<void> => {
  const occupation = normalizeOccupation(input)
  await requireListed(db, occupation)
  await db
    .insertInto('user_occupations')
    .values({ user_id, ...occupation })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(occupation))
    .execute()
}

const requireListed = async (db: Db, { business_type_id, occupation_type_id }: Occupation) => {
  if (business_type_id === null) return
  const businessQuery = db.selectFrom('business_types').where('id', '=', business_type_id).select('id')
  if (!(await businessQuery.executeTakeFirst()))
    throw refuse.fields({ business_type_id: ['Business type is required'] })
  if (occupation_type_id === null) return
  const occupationQuery = db
    .selectFrom('occupation_types')
    .where('id', '=', occupation_type_id)
    .where('business_type_id', '=', business_type_id)
    .select('id')
  if (!(await occupationQuery.executeTakeFirst()))
    throw refuse.fields({ occupation_type_id: ['Occupation type is required'] })
}
