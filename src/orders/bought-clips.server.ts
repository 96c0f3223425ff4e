import { sql } from 'kysely'

import { clipsForSale } from '#catalog/clips.server.ts'
import { currentPrices } from '#licensing/prices.server.ts'
import { formatOf } from '#licensing/terms.ts'
import type { Db } from '#platform/database.server.ts'
import { money } from '#platform/money.ts'

import type { OrderClip } from './clips-contract.ts'
import { licenseSentence, type LicenseColumns } from './license-sentence.ts'
import { licenseEnded } from './policy.ts'
import type { SoldAs } from './sold.ts'
import { isAgreed, type OrderState } from './states.ts'
import { upgradeOfLicense } from './superseded.server.ts'
import { soldClip, upgradeOffer } from './upgrades.ts'

/** A clip in an order, however many of its lines it stands in. */
export type InOrder = { order_id: number; clip_id: number }

const keyOf = ({ order_id, clip_id }: InOrder) => `${order_id}/${clip_id}`

/** These clips as they were sold, each with the formats that are still licensed `now`, best last; in the order asked for. */
export const boughtClips = async (db: Db, wanted: readonly InOrder[], now: Date): Promise<OrderClip[]> => {
  if (wanted.length === 0) return []
  const ids = [...new Set(wanted.map(one => one.clip_id))]
  const items = await db
    .selectFrom('order_items as i')
    .leftJoin('project_details as p', 'p.id', 'i.project_id')
    .leftJoin('licenses as l', 'l.order_item_id', 'i.id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('i.order_id', 'in', [...new Set(wanted.map(one => one.order_id))])
    .where('i.clip_id', 'in', ids)
    .select(['i.id', 'i.order_id', 'i.clip_id', 'i.format_id', 'i.price_cents', 'i.sold_as', 'i.refunded'])
    .select([
      'i.org_type',
      'i.end_client_size',
      'i.distribution_ids',
      'i.rate',
      'l.ends_at',
      'l.id as license_id',
      'l.revoked_at',
    ])
    .select(['l.granted_at', 'i.discount_cents', 'i.upgrade_credit_cents', 'i.taken_cents'])
    .select(upgradeOfLicense)
    .select(['i.project_id', 'p.project_name', 'p.client_name', 'o.state'])
    .$narrowType<LicenseColumns>()
    .orderBy('i.id')
    .execute()
  const files = await db
    .selectFrom('clip_formats as f')
    .innerJoin('clips as c', 'c.id', 'f.clip_id')
    .leftJoin('made_files as d', join =>
      join
        .onRef('d.master_id', '=', 'c.master_id')
        .onRef('d.format_id', '=', 'f.format_id')
        .on('f.storage_key', 'is', null)
        .on('d.state', '=', 'made'),
    )
    .where('f.clip_id', 'in', ids)
    .select(['f.clip_id', 'f.format_id', 'priority', 'codec', 'f.width', 'f.height'])
    .select(eb => eb.fn.coalesce('d.size_bytes', 'f.size_bytes').as('size_bytes'))
    .select(sql<boolean>`f.storage_key is null and d.storage_key is null`.as('is_to_make'))
    .orderBy('priority', 'desc')
    .execute()
  const clips = await clipsForSale(db, ids)
  const { prices } = await currentPrices(db, now)
  const linesOf = Map.groupBy(items, keyOf)
  return wanted.flatMap((one): OrderClip[] => {
    const { clip_id } = one
    const lines = linesOf.get(keyOf(one)) ?? []
    const [line] = lines
    if (!line) return []
    const { name, slug, filmmaker, width, height } = line.sold_as as SoldAs
    const live = lines.filter(({ refunded }) => !refunded)
    const bought = new Set(live.filter(({ ends_at }) => !licenseEnded(ends_at, now)).map(({ format_id }) => format_id))
    const project = lines.find(({ project_id }) => project_id !== null)
    return [
      {
        id: clip_id,
        slug,
        name,
        filmmaker,
        width,
        height,
        is_published: clips.get(clip_id)?.status === 'published',
        thumbs: clips.get(clip_id)?.thumbs ?? [],
        order_item_ids: lines.map(({ id }) => id),
        licenses: [...new Set(lines.map(licenseSentence))],
        certificates: lines.flatMap(({ license_id, revoked_at, format_id, state, newer }) =>
          license_id !== null && revoked_at === null && newer === null && isAgreed(state as OrderState)
            ? [{ license_id, format: formatOf(format_id).name }]
            : [],
        ),
        upgrades: lines.flatMap(({ license_id, granted_at, ...line }) => {
          if (license_id === null || granted_at === null || line.revoked_at !== null) return []
          const clip = soldClip(clips.get(clip_id))
          const { can_upgrade, no_upgrade } = upgradeOffer({ ...line, granted_at }, { clip, prices, now })
          if (line.newer === null && !can_upgrade && no_upgrade === '') return []
          return [{ license_id, format: formatOf(line.format_id).name, order: line.newer, no_upgrade }]
        }),
        project: project?.project_id
          ? {
              id: project.project_id,
              project_name: project.project_name ?? '',
              client_name: project.client_name ?? '',
            }
          : null,
        price: money(lines.reduce((sum, { price_cents }) => sum + price_cents, 0)),
        refunded: live.length === 0,
        ends_at: lastEnd(live),
        formats: files
          .filter(file => file.clip_id === clip_id && bought.has(file.format_id))
          .map(({ format_id, clip_id: _, ...file }) => ({ ...file, id: format_id, label: formatOf(format_id).name })),
      },
    ]
  })
}

/** When the last of its licenses ends, as ISO moment; null: never. */
const lastEnd = (lines: readonly { ends_at: Date | null }[]): string | null => {
  const ends = lines.map(({ ends_at }) => ends_at?.getTime() ?? Number.POSITIVE_INFINITY)
  const last = Math.max(...ends)
  return Number.isFinite(last) ? new Date(last).toISOString() : null
}
