import { sql, type SqlBool } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'

import { boughtClips } from './bought-clips.server.ts'
import type { LicensedClip } from './clips-contract.ts'
import { downloadsClosed } from './policy.ts'
import type { OrderState } from './states.ts'

const per_page = 24

/** What was never paid licensed nothing, though it may have its number. */
const never_paid: OrderState[] = ['failed', 'cancelled']

type Wanted = { workspace_id: number; page?: number | undefined; search?: string | undefined; now: Date }

/**
 * Every clip that a workspace has licensed, newest first, a page at a time; a clip bought in two orders stands twice.
 * `search` is a clip's number, or text anywhere in its name, its filmmaker's or the order's number.
 */
export const licensedClips = async (db: Db, { workspace_id, page = 1, search = '', now }: Wanted) => {
  const said = search.trim()
  const like = `%${said.replace(/[\\%_]/g, '\\$&')}%`
  // Led by the workspace's few orders: two index scans, whatever the shop sells.
  const wanted = db
    .selectFrom('orders as o')
    .innerJoin('workspaces as w', 'w.id', 'o.workspace_id')
    .innerJoin('order_items as i', 'i.order_id', 'o.id')
    .where('o.workspace_id', '=', workspace_id)
    .where('o.universal_invoice_number', 'is not', null)
    .where('o.state', 'not in', never_paid)
    .$if(said !== '', query =>
      query.where(eb =>
        eb.or([
          sql<SqlBool>`i.sold_as->>'name' ilike ${like}`,
          sql<SqlBool>`i.sold_as->>'filmmaker' ilike ${like}`,
          sql<SqlBool>`i.clip_id::text = ${said}`,
          eb('o.universal_invoice_number', 'ilike', like),
        ]),
      ),
    )
  const { total } = await wanted
    .select(sql<number>`count(distinct (o.id, i.clip_id))::integer`.as('total'))
    .executeTakeFirstOrThrow()
  const rows = await wanted
    .select(['o.id as order_id', 'o.universal_invoice_number', 'o.state', 'o.placed_at', 'o.due_at'])
    .select(['w.is_trusted', 'i.clip_id'])
    .groupBy(['o.id', 'w.id', 'i.clip_id'])
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.id', 'desc')
    .orderBy(eb => eb.fn.min('i.id'))
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const clips = await boughtClips(db, rows, now)
  const data = rows.flatMap((row, at): LicensedClip[] => {
    const clip = clips[at]
    if (!clip) return []
    const { universal_invoice_number, placed_at, state } = row
    return [
      {
        ...clip,
        order: {
          universal_invoice_number: universal_invoice_number ?? '',
          placed_at: (placed_at ?? new Date(0)).toISOString(),
        },
        downloads_closed: downloadsClosed({ ...row, state: state as OrderState }, now),
      },
    ]
  })
  return { data, meta: pagination(page, per_page, total) }
}
