/** Which licenses an upgrade is offered for; the cart's door decides, and says why not in full. */
import type { ClipForSale } from '#catalog/clips.server.ts'
import { useOf, type Use } from '#licensing/held.ts'
import type { Prices, Tier } from '#licensing/prices.ts'
import { quoted_distribution } from '#licensing/terms.ts'
import { isWidest, paidFor, type SoldLine } from '#licensing/upgrade.ts'
import { useUnder } from '#rates/rate.ts'

import type { LicenseColumns } from './license-sentence.ts'
import type { OrderState } from './states.ts'

type Upgrading = LicenseColumns &
  SoldLine & {
    /** The state of its order. */
    state: string
    format_id: number
    granted_at: Date
    revoked_at: Date | null
    ends_at: Date | null
    /** It was upgraded, or is about to be. */
    is_upgraded: boolean
    /** The order of the one that took its place. */
    newer: string | null
  }

/** Its clip, while that is sold. */
type SoldClip = { tier: Tier; format_ids: readonly number[] }

export const soldClip = (clip: ClipForSale | undefined): SoldClip | null =>
  clip?.status === 'published' && clip.formats.length > 0
    ? { tier: clip.tier, format_ids: clip.formats.map(({ id }) => id) }
    : null

/** `no_upgrade`: why not, in short, where how the license stands does not say it; empty otherwise. */
type UpgradeOffer = { can_upgrade: boolean; no_upgrade: string }

/** Overdue invoices are paid first, and disputes settled. */
const settled: readonly string[] = ['paid', 'invoiced', 'partially_refunded'] satisfies OrderState[]

const no = (no_upgrade = ''): UpgradeOffer => ({ can_upgrade: false, no_upgrade })

export const upgradeOffer = (
  license: Upgrading,
  { clip, prices, now }: { clip: SoldClip | null; prices: Prices; now: Date },
): UpgradeOffer => {
  const { state, revoked_at, ends_at, newer, distribution_ids } = license
  const hasEnded = ends_at !== null && ends_at <= now
  if (clip === null || revoked_at !== null || newer !== null || hasEnded) return no()
  if (state === 'overdue') return no('Can be upgraded once its invoice is paid')
  if (!settled.includes(state)) return no()
  if (license.is_upgraded) return no('An upgrade is being paid for')
  const held = { use: useHeld(license), credit_cents: paidFor(license) }
  return distribution_ids.includes(quoted_distribution) || isWidest(held, clip, prices)
    ? no('Nothing wider to upgrade to')
    : { can_upgrade: true, no_upgrade: '' }
}

const useHeld = ({ rate, format_id, granted_at, org_type, end_client_size, distribution_ids }: Upgrading): Use =>
  rate ? useUnder(rate, format_id, granted_at) : useOf({ org_type, end_client_size, distribution_ids, format_id })
