/** Upgrading a license by the difference: what counts as an upgrade, and what of the new price is paid already. All amounts are cents before tax. */
import { formatCents } from '#platform/money.ts'

import { coversUse, useOf, type Use } from './held.ts'
import { priceOf } from './price.ts'
import type { Prices, Tier } from './prices.ts'
import { distributionName, distributions, endClientSizes, formatOf, peopleOf, type OrgType } from './terms.ts'

/** A license as it was sold. */
export type SoldLine = {
  price_cents: number
  /** All of its discounts; what an upgrade was credited is among them. */
  discount_cents: number
  upgrade_credit_cents: number
  /** What the buyer's bank took back of it, before tax. */
  taken_cents: number
}

/** What was paid for a license so far: for itself, and before it for those that it took the place of. */
export const paidFor = ({ price_cents, discount_cents, upgrade_credit_cents, taken_cents }: SoldLine): number =>
  price_cents - discount_cents + upgrade_credit_cents - taken_cents

/** A business may do what persons and charities may; of the others each stays what it is. */
const asKindOf = (to: Use, from: Use): Use => (to.org_type === 'commercial' ? { ...to, org_type: from.org_type } : to)

const inWords = new Intl.ListFormat('en-US')

const clientWords = (end_client_size: number): string =>
  `${peopleOf(end_client_size)}${endClientSizes.some(({ id }) => id > end_client_size) ? ' or more' : ''} at the client`

const kindWords: Record<OrgType, string> = {
  personal: 'a personal or commercial project',
  commercial: 'a commercial project',
  nonprofit: 'a non-profit or commercial project',
}

const hasIn = ({ grants }: Use, id: number) => grants.some(({ distribution_ids }) => distribution_ids.includes(id))

/** What has to be chosen as well so that nothing of the earlier license is lost, in words; empty when nothing is. */
const leftOut = (from: Use, to: Use): string[] => {
  const grantsOf = (grant: Use['grants'][number], id: number) => ({
    ...to,
    grants: [{ ...grant, distribution_ids: [id] }],
  })
  const lost = from.grants.flatMap(grant => grant.distribution_ids.filter(id => !coversUse(to, grantsOf(grant, id))))
  const format = formatOf(from.format_id)
  return [
    ...[...new Set(lost)].map(id => `${hasIn(to, id) ? 'paid media for ' : ''}${distributionName(id)}`),
    ...(to.end_client_size < from.end_client_size ? [clientWords(from.end_client_size)] : []),
    ...(to.org_type === from.org_type || to.org_type === 'commercial' ? [] : [kindWords[from.org_type]]),
    ...(formatOf(to.format_id).priority > format.priority ? [`the ${format.name} file`] : []),
  ]
}

type Earlier = { use: Use; credit_cents: number }

/** Why this license is no upgrade of the earlier one, as a sentence; null when it is. `price_cents` is before any discount code. */
export const upgradeRefusal = (from: Earlier, to: { use: Use; price_cents: number }): string | null => {
  if (!coversUse(asKindOf(to.use, from.use), from.use))
    return `An upgrade keeps what you already have. Also choose ${inWords.format(leftOut(from.use, to.use))}.`
  return to.price_cents > from.credit_cents
    ? null
    : `This license costs ${formatCents(to.price_cents)} and yours cost ${formatCents(from.credit_cents)}, so it is no upgrade.`
}

export const nothing_wider =
  'There is no wider license to choose for this clip. For anything more, ask for a custom license.'

/** Whether even the widest license that the table has is no upgrade: it holds less, such as paid media, or costs no more. */
export const isWidest = (
  from: Earlier,
  { tier, format_ids }: { tier: Tier; format_ids: readonly number[] },
  prices: Prices,
): boolean => {
  const [best] = format_ids.toSorted((a, b) => formatOf(a).priority - formatOf(b).priority)
  if (best === undefined) return true
  const choice = {
    org_type: 'commercial' as const,
    end_client_size: Math.max(...endClientSizes.map(({ id }) => id)),
    distribution_ids: distributions.map(({ id }) => id).filter(id => prices.distributions[id]),
    format_id: best,
  }
  const { cents: price_cents } = priceOf({ choice, tier, format_id: best }, prices)
  return upgradeRefusal(from, { use: useOf(choice), price_cents }) !== null
}

/**
 * What comes off an upgrade's price: first the discount code, reckoned on the whole price as for everybody, but never so much
 * that less is left than was paid before; last the credit, all of it. Nothing is ever paid back.
 */
export const upgradeParts = (
  price_cents: number,
  { coupon_cents, credit_cents }: { coupon_cents: number; credit_cents: number },
): { discount_cents: number; upgrade_credit_cents: number; to_pay_cents: number } => {
  const upgrade_credit_cents = Math.min(credit_cents, price_cents)
  const discount_cents = Math.min(coupon_cents, price_cents - upgrade_credit_cents)
  return { discount_cents, upgrade_credit_cents, to_pay_cents: price_cents - discount_cents - upgrade_credit_cents }
}

/** "Upgrade credit, LT-2026-000001" */
export const creditLabel = (orders: readonly string[]): string => ['Upgrade credit', ...new Set(orders)].join(', ')
