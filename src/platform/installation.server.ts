/** Whether a database holds a demo or a shop. Neither is ever opened as the other. */
import { sql } from 'kysely'

import type { Config } from './config.server.ts'
import type { Db } from './database.server.ts'

type Contents = { is_demo: boolean; is_empty: boolean }

/** What the database holds. Empty: it has no people, clips or discount codes. */
export const readContents = async (db: Db): Promise<Contents> => {
  // One statement, so that a demo that is filled meanwhile is never seen with its people but without its mark.
  const { rows } = await sql<Contents>`
    select
      exists (select from installation where is_demo) as is_demo,
      not exists (select from users) and not exists (select from clips) and not exists (select from coupons) as is_empty
  `.execute(db)
  return rows[0] ?? { is_demo: false, is_empty: true }
}

type Start = Pick<Config, 'demo' | 'database_url' | 'data_dir'>

/** Throws a sentence when a demo would open a shop's database, or a shop a demo's. */
export const refuseOtherKind = async (db: Db, { demo, database_url, data_dir }: Start): Promise<void> => {
  const { is_demo, is_empty } = await readContents(db)
  const [place, setting] = database_url
    ? ['The database of DATABASE_URL', 'DATABASE_URL to another database']
    : [`The database in ${data_dir}`, 'DATA_DIR to another folder']
  if (is_demo && !demo)
    throw new Error(
      `${place} holds a demo with invented customers, and this start is a shop. Set ${setting}, or DEMO=1 to open the demo.`,
    )
  if (demo && !is_demo && !is_empty)
    throw new Error(
      `${place} holds a shop, and this start is a demo, which would add invented customers to it. Set DEMO=0 to open the shop, or ${setting} for a demo.`,
    )
}

/** Marks the database as a demo's. Throws a sentence when it holds a shop. */
export const markDemo = async (db: Db, start: Start, now: Date): Promise<void> => {
  await refuseOtherKind(db, start)
  await db
    .insertInto('installation')
    .values({ is_demo: true, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
