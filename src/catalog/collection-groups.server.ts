/** Groups of collections: the editors' index to them. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'

import type { CollectionGroup } from './collections-contract.ts'

/** As many as a column of the menu and of the page can carry. */
const most_members = 12

/** In the editors' order. Collections without a published clip are left out, and groups of nothing else. */
export const collectionGroups = async (db: Db): Promise<CollectionGroup[]> => {
  const { rows } = await sql<{ id: number; name: string; members: { id: number; slug: string; name: string }[] }>`
    select g.id, g.name, json_agg(json_build_object('id', m.id, 'slug', m.slug, 'name', m.name) order by m.place) as members
    from collection_groups g
    cross join lateral (
      select co.id, co.slug, co.name, gm.position as place
      from collection_group_members gm join collections co on co.id = gm.collection_id
      where gm.group_id = g.id and co.clip_count > 0
      order by gm.position, co.id limit ${most_members}
    ) m
    group by g.id order by g.position, g.id`.execute(db)
  return rows.map(({ id, name, members }) => ({ id, name, collections: { data: members } }))
}

type Group = { slug: string; name: string; position?: number; collection_ids: readonly number[] }

/** Saves a group and which collections it lists, in this order. Known by its slug. Answers its id. */
export const saveCollectionGroup = async (trx: Trx, { slug, collection_ids, ...facts }: Group): Promise<number> => {
  const { id } = await trx
    .insertInto('collection_groups')
    .values({ slug, ...facts })
    .onConflict(conflict => conflict.column('slug').doUpdateSet(facts))
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('collection_group_members').where('group_id', '=', id).execute()
  const rows = collection_ids.map((collection_id, position) => ({ group_id: id, collection_id, position }))
  if (rows.length > 0) await trx.insertInto('collection_group_members').values(rows).execute()
  return id
}
