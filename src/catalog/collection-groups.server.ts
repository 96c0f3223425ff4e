/** Groups of collections, as the editors arrange them for menus. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'

import type { CollectionGroup } from './collections-contract.ts'

/** The most that a menu column can show. */
const MAX_GROUP_MEMBERS = 12

/** Returns the groups in the editors’ order. Collections without a published clip and groups without collections are left out. */
export const loadCollectionGroups = async (db: Db): Promise<CollectionGroup[]> => {
  const { rows } = await sql<{ id: number; name: string; members: { id: number; slug: string; name: string }[] }>`
    select g.id, g.name, json_agg(json_build_object('id', m.id, 'slug', m.slug, 'name', m.name) order by m.place) as members
    from collection_groups g
    cross join lateral (
      select co.id, co.slug, co.name, gm.position as place
      from collection_group_members gm join collections co on co.id = gm.collection_id
      where gm.group_id = g.id and co.clip_count > 0
      order by gm.position, co.id limit ${MAX_GROUP_MEMBERS}
    ) m
    group by g.id order by g.position, g.id`.execute(db)
  return rows.map(({ id, name, members }) => ({ id, name, collections: { data: members } }))
}

type CollectionGroupInput = { slug: string; name: string; position?: number; collection_ids: readonly number[] }

/** Creates or updates a group by its slug, with its collections in this order. Returns its id. */
export const saveCollectionGroup = async (
  trx: Trx,
  { slug, collection_ids, ...fields }: CollectionGroupInput,
): Promise<number> => {
  const { id } = await trx
    .insertInto('collection_groups')
    .values({ slug, ...fields })
    .onConflict(conflict => conflict.column('slug').doUpdateSet(fields))
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('collection_group_members').where('group_id', '=', id).execute()
  const rows = collection_ids.map((collection_id, position) => ({ group_id: id, collection_id, position }))
  if (rows.length > 0) await trx.insertInto('collection_group_members').values(rows).execute()
  return id
}
