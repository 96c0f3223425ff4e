/** License upgrades at the price difference: what counts as an upgrade, and how much is paid already. All amounts are cents before tax. */
import { formatCents } from '#platform/money.ts'

import { coversUse, toLicenseUse, type LicenseUse } from './license-use.ts'
import { priceOf } from './price.ts'
import type { Prices } from './prices.ts'
import {
  type Tier,
  distributionName,
  distributions,
  endClientSizes,
  formatOf,
  peopleOf,
  type OrgType,
} from './terms.ts'

/** A license as sold. */
export type SoldLicenseLine = {
  price_cents: number
  /** All of its discounts, including the upgrade credit. */
  discount_cents: number
  upgrade_credit_cents: number
  /** What the buyer's bank took back, before tax. */
  withdrawn_cents: number
}

/** Returns what was paid for a license in total, including the licenses that it replaced. */
export const calculatePaidCents = ({
  price_cents,
  discount_cents,
  upgrade_credit_cents,
  withdrawn_cents,
}: SoldLicenseLine): number => price_cents - discount_cents + upgrade_credit_cents - withdrawn_cents

/** A commercial license includes personal and non-profit use; otherwise the organization type must be the same. */
const withOrgTypeOf = (to: LicenseUse, from: LicenseUse): LicenseUse =>
  to.org_type === 'commercial' ? { ...to, org_type: from.org_type } : to

const listFormat = new Intl.ListFormat('en-US')

const clientText = (end_client_size: number): string =>
  `${peopleOf(end_client_size)}${endClientSizes.some(({ id }) => id > end_client_size) ? ' or more' : ''} at the client`

const orgTypeTexts: Record<OrgType, string> = {
  personal: 'a personal or commercial project',
  commercial: 'a commercial project',
  nonprofit: 'a non-profit or commercial project',
}

const includesDistribution = ({ grants }: LicenseUse, id: number) =>
  grants.some(({ distribution_ids }) => distribution_ids.includes(id))

/** Returns what else must be chosen to keep everything that the earlier license allows, as text; empty if nothing is missing. */
const listMissing = (from: LicenseUse, to: LicenseUse): string[] => {
  const withSingleGrant = (grant: LicenseUse['grants'][number], id: number) => ({
    ...to,
    grants: [{ ...grant, distribution_ids: [id] }],
  })
  const lost = from.grants.flatMap(grant =>
    grant.distribution_ids.filter(id => !coversUse(to, withSingleGrant(grant, id))),
  )
  const format = formatOf(from.format_id)
  return [
    ...[...new Set(lost)].map(id => `${includesDistribution(to, id) ? 'paid media for ' : ''}${distributionName(id)}`),
    ...(to.end_client_size < from.end_client_size ? [clientText(from.end_client_size)] : []),
    ...(to.org_type === from.org_type || to.org_type === 'commercial' ? [] : [orgTypeTexts[from.org_type]]),
    ...(formatOf(to.format_id).priority > format.priority ? [`the ${format.name} file`] : []),
  ]
}

type UpgradeSource = { use: LicenseUse; credit_cents: number }

/** Returns why a license is not an upgrade of an earlier one, as a sentence; null when it is. `price_cents` is before coupons. */
export const upgradeRefusal = (from: UpgradeSource, to: { use: LicenseUse; price_cents: number }): string | null => {
  if (!coversUse(withOrgTypeOf(to.use, from.use), from.use))
    return `An upgrade keeps what you already have. Also choose ${listFormat.format(listMissing(from.use, to.use))}.`
  return to.price_cents > from.credit_cents
    ? null
    : `This license costs ${formatCents(to.price_cents)} and yours cost ${formatCents(from.credit_cents)}, so it is not an upgrade.`
}

export const NO_WIDER_LICENSE_TEXT =
  'There is no wider license to choose for this clip. For anything more, ask for a custom license.'

/** True if even the widest license for sale is not an upgrade: it allows less, such as no paid media, or costs no more. */
export const isWidest = (
  from: UpgradeSource,
  { tier, format_ids }: { tier: Tier; format_ids: readonly number[] },
  prices: Prices,
): boolean => {
  const [bestFormatId] = format_ids.toSorted((a, b) => formatOf(a).priority - formatOf(b).priority)
  if (bestFormatId === undefined) return true
  const choice = {
    org_type: 'commercial' as const,
    end_client_size: Math.max(...endClientSizes.map(({ id }) => id)),
    distribution_ids: distributions.map(({ id }) => id).filter(id => prices.distributions[id]),
    format_id: bestFormatId,
  }
  const { cents: price_cents } = priceOf({ choice, tier, format_id: bestFormatId }, prices)
  return upgradeRefusal(from, { use: toLicenseUse(choice), price_cents }) !== null
}

/**
 * Calculates what comes off an upgrade's price: first the coupon, calculated on the full price but limited so that no less
 * remains than was paid before; then the full credit. Nothing is ever refunded.
 */
export const calculateUpgradeDiscounts = (
  price_cents: number,
  { coupon_cents, credit_cents }: { coupon_cents: number; credit_cents: number },
): { discount_cents: number; upgrade_credit_cents: number; to_pay_cents: number } => {
  const upgrade_credit_cents = Math.min(credit_cents, price_cents)
  const discount_cents = Math.min(coupon_cents, price_cents - upgrade_credit_cents)
  return { discount_cents, upgrade_credit_cents, to_pay_cents: price_cents - discount_cents - upgrade_credit_cents }
}

/** Returns "Upgrade credit, LT-2026-000001". */
export const toCreditLabel = (orders: readonly string[]): string => ['Upgrade credit', ...new Set(orders)].join(', ')
