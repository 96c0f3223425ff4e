/** Reads licenses for upgrades: their use, the price paid, and whether they can be upgraded. */
import { choiceSentence, type ChoiceWithFormat } from '#licensing/choice.ts'
import { toLicenseUse, type LicenseUse } from '#licensing/license-use.ts'
import { formatRate, toRateUse, type SoldRate } from '#licensing/rate.ts'
import { BUYOUT_DISTRIBUTION_ID, type OrgType } from '#licensing/terms.ts'
import { calculatePaidCents } from '#licensing/upgrade.ts'
import type { Db } from '#platform/db/database.server.ts'

export type UpgradableLicense = {
  license_id: number
  /** The order item that included it. */
  item_id: number
  order_id: number
  /** The order's number. */
  order: string
  clip_id: number
  choice: ChoiceWithFormat
  sentence: string
  use: LicenseUse
  /** The price paid for it, before tax. */
  credit_cents: number
  /** Why it cannot be upgraded now, as a sentence; null when it can. */
  refusal: string | null
}

type LicenseSelector = { license_ids: readonly number[] } | { item_ids: readonly number[] }
type UpgradeScope = {
  workspace_id: number | null
  /** The cart whose own upgrades don't block the license. */
  cart_id: number | null
  now: Date
}

/** Returns licenses of the given workspace only. */
export const listUpgradableLicenses = async (
  db: Db,
  selector: LicenseSelector,
  { workspace_id, cart_id, now }: UpgradeScope,
): Promise<UpgradableLicense[]> => {
  const ids = 'item_ids' in selector ? selector.item_ids : selector.license_ids
  if (workspace_id === null || ids.length === 0) return []
  const rows = await db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .leftJoin(
      eb =>
        eb
          .selectFrom('order_items as j')
          .innerJoin('orders as p', 'p.id', 'j.order_id')
          .where('j.upgrades_item_id', 'is not', null)
          .where('j.upgrade_ended_at', 'is', null)
          .where('p.cart_id', 'is distinct from', cart_id)
          .select(['j.upgrades_item_id', 'p.state as upgrade_state', 'p.universal_invoice_number as upgrade_order'])
          .as('n'),
      join => join.onRef('n.upgrades_item_id', '=', 'i.id'),
    )
    .where('l.workspace_id', '=', workspace_id)
    .where('item_ids' in selector ? 'i.id' : 'l.id', 'in', ids)
    .select(['l.id as license_id', 'i.id as item_id', 'i.order_id', 'o.universal_invoice_number as order', 'i.clip_id'])
    .select(['i.org_type', 'i.end_client_size', 'i.distribution_ids', 'i.format_id', 'i.rate'])
    .select(['i.price_cents', 'i.discount_cents', 'i.upgrade_credit_cents', 'i.withdrawn_cents'])
    .select(['l.granted_at', 'l.revoked_at', 'l.ends_at', 'o.state', 'n.upgrade_state', 'n.upgrade_order'])
    .$narrowType<{ org_type: OrgType; rate: SoldRate | null }>()
    .execute()
  return rows.map(row => {
    const { license_id, item_id, order_id, clip_id, rate, org_type, end_client_size, distribution_ids, format_id } = row
    const choice = { org_type, end_client_size, distribution_ids, format_id }
    const order = row.order ?? ''
    return {
      license_id,
      item_id,
      order_id,
      order,
      clip_id,
      choice,
      sentence: rate ? formatRate(rate) : choiceSentence(choice),
      use: rate ? toRateUse(rate, format_id, row.granted_at) : toLicenseUse(choice),
      credit_cents: calculatePaidCents(row),
      refusal: getRefusal({ ...row, order }, now),
    }
  })
}

type UpgradeStatus = {
  order: string
  state: string
  revoked_at: Date | null
  ends_at: Date | null
  distribution_ids: number[]
  upgrade_state: string | null
  upgrade_order: string | null
}

const getRefusal = (license: UpgradeStatus, now: Date): string | null => {
  const { order, state, upgrade_state, upgrade_order } = license
  if (license.revoked_at !== null) return `The license of order ${order} was revoked, so it cannot be upgraded.`
  if (upgrade_state !== null)
    return upgrade_order === null
      ? 'Somebody in your workspace is paying for an upgrade of this license right now.'
      : upgrade_state === 'processing'
        ? `An upgrade of this license is on its way, in order ${upgrade_order}.`
        : `This license was upgraded already, in order ${upgrade_order}.`
  if (license.ends_at !== null && license.ends_at <= now)
    return `The license of order ${order} has ended, so it cannot be upgraded. Please license the clip again.`
  if (license.distribution_ids.includes(BUYOUT_DISTRIBUTION_ID))
    return 'This license is for all media already. There is no wider one.'
  if (state === 'processing')
    return `The bank payment of order ${order} is on its way. Its license can be upgraded then.`
  if (state === 'disputed') return `The payment of order ${order} is disputed, so its license cannot be upgraded now.`
  if (state === 'overdue') return `The invoice ${order} is overdue. Its license can be upgraded when it is paid.`
  return null
}
