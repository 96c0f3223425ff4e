import { sql, type SqlBool } from 'kysely'

import { getDownloadsClosedReason } from '#orders/policy.ts'
import type { OrderState } from '#orders/states.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'

import { loadBoughtClips } from './bought-clips.server.ts'
import type { LicensedClip } from './contract.ts'
import { licenseView } from './license-view.server.ts'

const PER_PAGE = 24

/** States of orders that were never paid: they grant no license, even if the order has a number. */
const unpaidStates: OrderState[] = ['failed', 'cancelled']

type LicensedClipsInput = { workspace_id: number; page?: number | undefined; search?: string | undefined; now: Date }

/**
 * Returns a page of the clips that a workspace has licensed, newest first. A clip that was bought in two orders is listed
 * twice. `search` is a clip's number, or text in the name of the clip or its filmmaker, or in the order's number.
 */
export const listLicensedClips = async (db: Db, { workspace_id, page = 1, search = '', now }: LicensedClipsInput) => {
  const term = search.trim()
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`
  // Starts from the workspace's few orders: two index scans, however large the shop is.
  const bought = db
    .selectFrom('orders as o')
    .innerJoin('workspaces as w', 'w.id', 'o.workspace_id')
    .innerJoin('order_items as i', 'i.order_id', 'o.id')
    .where('o.workspace_id', '=', workspace_id)
    .where('o.universal_invoice_number', 'is not', null)
    .where('o.state', 'not in', unpaidStates)
    .$if(term !== '', query =>
      query.where(eb =>
        eb.or([
          sql<SqlBool>`i.clip_snapshot->>'name' ilike ${pattern}`,
          sql<SqlBool>`i.clip_snapshot->>'filmmaker' ilike ${pattern}`,
          sql<SqlBool>`i.clip_id::text = ${term}`,
          eb('o.universal_invoice_number', 'ilike', pattern),
        ]),
      ),
    )
    .select([
      sql<number | null>`o.id`.as('order_id'),
      'o.universal_invoice_number as number',
      'o.state',
      'o.placed_at',
      'o.due_at',
    ])
    .select(['w.is_trusted', 'i.clip_id', sql<number[]>`'{}'::integer[]`.as('imported_license_ids')])
    .select(eb => eb.fn.min('i.id').as('first_id'))
    .groupBy(['o.id', 'w.id', 'i.clip_id'])
  const imported = db
    .selectFrom(licenseView)
    .where('l.workspace_id', '=', workspace_id)
    .where('l.imported_license_id', 'is not', null)
    .$if(term !== '', query =>
      query.where(eb =>
        eb.or([
          sql<SqlBool>`l.clip_snapshot->>'name' ilike ${pattern}`,
          sql<SqlBool>`l.clip_snapshot->>'filmmaker' ilike ${pattern}`,
          sql<SqlBool>`l.clip_id::text = ${term}`,
          eb('l.order', 'ilike', pattern),
        ]),
      ),
    )
    .select([
      sql<number | null>`null::integer`.as('order_id'),
      'l.order as number',
      sql<string>`'paid'`.as('state'),
      sql<Date | null>`min(l.granted_at)`.as('placed_at'),
      sql<Date | null>`null::timestamptz`.as('due_at'),
      sql<boolean>`false`.as('is_trusted'),
      'l.clip_id',
      sql<number[]>`array_agg(l.imported_license_id)`.as('imported_license_ids'),
      sql<number>`min(l.id)`.as('first_id'),
    ])
    .groupBy(['l.order', 'l.clip_id'])
  const matches = db.selectFrom(bought.unionAll(imported).as('x'))
  const { total } = await matches.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow()
  const rows = await matches
    .selectAll()
    .orderBy('placed_at', 'desc')
    .orderBy('order_id', order => order.desc().nullsLast())
    .orderBy('first_id')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  const clips = await loadBoughtClips(
    db,
    rows.map(({ order_id, clip_id, imported_license_ids }) =>
      order_id === null ? { order_id, clip_id, imported_license_ids } : { order_id, clip_id },
    ),
    now,
  )
  const data = rows.flatMap((row, index): LicensedClip[] => {
    const clip = clips[index]
    if (!clip) return []
    const { number, order_id, placed_at, state } = row
    return [
      {
        ...clip,
        order: {
          universal_invoice_number: number ?? '',
          placed_at: (placed_at ?? new Date(0)).toISOString(),
          is_imported: order_id === null,
        },
        downloads_closed: getDownloadsClosedReason({ ...row, state: state as OrderState }, now),
      },
    ]
  })
  return { data, meta: toPagination(page, PER_PAGE, total) }
}
