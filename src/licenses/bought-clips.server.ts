import { sql } from 'kysely'

import { loadClipsForSale } from '#catalog/clips.server.ts'
import { isEditorialOnly } from '#licensing/closed-uses.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import { formatOf } from '#licensing/terms.ts'
import { describeLicense, type LicenseColumns } from '#orders/license-sentence.ts'
import type { SoldClipSnapshot } from '#orders/order-snapshot.ts'
import { grantsLicenses, type OrderState } from '#orders/states.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toMoney } from '#platform/money.ts'

import type { OrderClip } from './contract.ts'
import { licenseView } from './license-view.server.ts'
import { getLicenseEndedReason } from './policy.ts'
import { upgradeColumns } from './superseded.server.ts'
import { toSellableClip, getUpgradeOffer } from './upgrade-offer.ts'

/** A clip in an order; several of the order's lines can be for it. An order elsewhere has only imported licenses. */
type OrderClipKey = { clip_id: number } & (
  | { order_id: number; imported_license_ids?: never }
  | { order_id: null; imported_license_ids: readonly number[] }
)

const keyOf = ({ order_id, clip_id }: { order_id: number; clip_id: number }) => `${order_id}/${clip_id}`

/** Returns the lines of orders with their licenses. */
const listOrderLines = async (db: Db, order_ids: readonly number[], clip_ids: readonly number[]) => {
  if (order_ids.length === 0) return []
  const rows = await db
    .selectFrom('order_items as i')
    .leftJoin('project_details as p', 'p.id', 'i.project_id')
    .leftJoin('licenses as l', 'l.order_item_id', 'i.id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('i.order_id', 'in', [...new Set(order_ids)])
    .where('i.clip_id', 'in', clip_ids)
    .select(['i.id', 'i.order_id', 'i.clip_id', 'i.format_id', 'i.price_cents', 'i.refunded'])
    .select(['i.org_type', 'i.end_client_size', 'i.distribution_ids', 'i.rate'])
    .select(['l.ends_at', 'l.id as license_id', 'l.revoked_at', 'l.granted_at'])
    .select(['i.discount_cents', 'i.upgrade_credit_cents', 'i.withdrawn_cents'])
    .select(upgradeColumns)
    .select(['i.project_id', 'p.project_name', 'p.client_name', 'o.state'])
    .select(sql<SoldClipSnapshot>`i.clip_snapshot`.as('clip_snapshot'))
    .$narrowType<LicenseColumns>()
    .orderBy('i.id')
    .execute()
  return rows.map(row => ({ ...row, is_imported: false, imported_license_id: null }))
}

/** Returns imported licenses, as lines. */
const listImportedLines = async (db: Db, imported_license_ids: readonly number[]) => {
  if (imported_license_ids.length === 0) return []
  const rows = await db
    .selectFrom(licenseView)
    .where('l.imported_license_id', 'in', imported_license_ids)
    .select(['l.imported_license_id', 'l.clip_id', 'l.format_id', 'l.price_cents', 'l.clip_snapshot', 'l.refunded'])
    .select(['l.org_type', 'l.end_client_size', 'l.distribution_ids', 'l.rate', 'l.territory', 'l.term'])
    .select(['l.ends_at', 'l.id as license_id', 'l.revoked_at', 'l.granted_at', 'l.order_state as state'])
    .select(['l.discount_cents', 'l.upgrade_credit_cents', 'l.withdrawn_cents'])
    .select(['l.project_id', 'l.project_name', 'l.client_name', 'l.is_imported'])
    .select(upgradeColumns)
    .orderBy('l.id')
    .execute()
  return rows.map(row => ({ ...row, id: null, order_id: null }))
}

/** Returns these clips as they were sold, in the order of `keys`, with their licensed formats, by priority, highest first. */
export const loadBoughtClips = async (db: Db, keys: readonly OrderClipKey[], now: Date): Promise<OrderClip[]> => {
  if (keys.length === 0) return []
  const ids = [...new Set(keys.map(key => key.clip_id))]
  const [orderLines, importedLines] = await Promise.all([
    listOrderLines(
      db,
      keys.flatMap(({ order_id }) => order_id ?? []),
      ids,
    ),
    listImportedLines(
      db,
      keys.flatMap(({ imported_license_ids = [] }) => imported_license_ids),
    ),
  ])
  const files = await db
    .selectFrom('clip_formats as f')
    .innerJoin('clips as c', 'c.id', 'f.clip_id')
    .leftJoin('transcodes as d', join =>
      join
        .onRef('d.master_id', '=', 'c.master_id')
        .onRef('d.format_id', '=', 'f.format_id')
        .on('f.storage_key', 'is', null)
        .on('d.state', '=', 'made'),
    )
    .where('f.clip_id', 'in', ids)
    .select(['f.clip_id', 'f.format_id', 'priority', 'codec', 'f.width', 'f.height'])
    .select(eb => eb.fn.coalesce('d.size_bytes', 'f.size_bytes').as('size_bytes'))
    .select(sql<boolean>`f.storage_key is null and d.storage_key is null`.as('needs_transcode'))
    .orderBy('priority', 'desc')
    .execute()
  const clips = await loadClipsForSale(db, ids)
  const { prices } = await getCurrentPrices(db, now)
  const linesByKey = Map.groupBy(orderLines, keyOf)
  return keys.flatMap((key): OrderClip[] => {
    const { clip_id } = key
    const lines =
      key.order_id === null
        ? importedLines.filter(({ imported_license_id }) => key.imported_license_ids.includes(imported_license_id ?? 0))
        : (linesByKey.get(keyOf(key)) ?? [])
    const [line] = lines
    if (!line) return []
    const { name, slug, filmmaker, width, height } = line.clip_snapshot
    const activeLines = lines.filter(({ refunded }) => !refunded)
    const licensedFormatIds = new Set(
      activeLines.filter(({ ends_at }) => !getLicenseEndedReason(ends_at, now)).map(({ format_id }) => format_id),
    )
    const project = lines.find(({ project_name }) => project_name !== null)
    return [
      {
        id: clip_id,
        slug,
        name,
        filmmaker,
        width,
        height,
        is_editorial: lines.some(line => isEditorialOnly(line.clip_snapshot.releases)),
        is_published: clips.get(clip_id)?.status === 'published',
        thumbs: clips.get(clip_id)?.thumbs ?? [],
        order_item_ids: lines.flatMap(({ id }) => id ?? []),
        licenses: [...new Set(lines.map(describeLicense))],
        certificates: lines.flatMap(({ license_id, revoked_at, format_id, state, newer }) =>
          license_id !== null && revoked_at === null && newer === null && grantsLicenses(state as OrderState)
            ? [{ license_id, format: formatOf(format_id).name }]
            : [],
        ),
        upgrades: lines.flatMap(({ license_id, granted_at, ...line }) => {
          if (license_id === null || granted_at === null || line.revoked_at !== null) return []
          const clip = toSellableClip(clips.get(clip_id))
          const { can_upgrade, no_upgrade } = getUpgradeOffer({ ...line, granted_at }, { clip, prices, now })
          if (line.newer === null && !can_upgrade && no_upgrade === '') return []
          return [{ license_id, format: formatOf(line.format_id).name, order: line.newer, no_upgrade }]
        }),
        project: project
          ? {
              id: project.project_id,
              project_name: project.project_name ?? '',
              client_name: project.client_name ?? '',
            }
          : null,
        needs_project: project === undefined && line.order_id !== null,
        price: toMoney(lines.reduce((sum, { price_cents }) => sum + price_cents, 0)),
        refunded: activeLines.length === 0,
        ends_at: getLastEnd(activeLines),
        formats: files
          .filter(file => file.clip_id === clip_id && licensedFormatIds.has(file.format_id))
          .map(({ format_id, clip_id: _, ...file }) => ({ ...file, id: format_id, label: formatOf(format_id).name })),
      },
    ]
  })
}

/** Returns when the last license ends as an ISO timestamp, or null when one never ends. */
const getLastEnd = (lines: readonly { ends_at: Date | null }[]): string | null => {
  const ends = lines.map(({ ends_at }) => ends_at?.getTime() ?? Number.POSITIVE_INFINITY)
  const last = Math.max(...ends)
  return Number.isFinite(last) ? new Date(last).toISOString() : null
}
