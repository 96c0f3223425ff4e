/** Decides which licenses offer an upgrade. The cart's endpoint has the final say, with the full reason. */
import type { ClipForSale } from '#catalog/clips.server.ts'
import { toLicenseUse, type LicenseUse } from '#licensing/license-use.ts'
import type { Prices } from '#licensing/prices.ts'
import { toRateUse } from '#licensing/rate.ts'
import { type Tier, BUYOUT_DISTRIBUTION_ID } from '#licensing/terms.ts'
import { isWidest, calculatePaidCents, type SoldLicenseLine } from '#licensing/upgrade.ts'
import type { LicenseColumns } from '#orders/license-sentence.ts'
import type { OrderState } from '#orders/states.ts'

type UpgradeOfferInput = LicenseColumns &
  SoldLicenseLine & {
    /** The state of the license's order. */
    state: string
    format_id: number
    granted_at: Date
    revoked_at: Date | null
    ends_at: Date | null
    /** Whether it was upgraded, or an upgrade is being paid. */
    is_upgraded: boolean
    /** The order of the license that superseded it. */
    newer: string | null
    /** An imported license has no price that would be credited. */
    is_imported: boolean
  }

/** The license's clip, while it is for sale. */
type SellableClip = { tier: Tier; format_ids: readonly number[] }

export const toSellableClip = (clip: ClipForSale | undefined): SellableClip | null =>
  clip?.status === 'published' && clip.formats.length > 0
    ? { tier: clip.tier, format_ids: clip.formats.map(({ id }) => id) }
    : null

/** `no_upgrade` is the reason in short, where the license's state does not show it; empty otherwise. */
type UpgradeOffer = { can_upgrade: boolean; no_upgrade: string }

/** Overdue invoices must be paid first, and disputes settled. */
const upgradableStates: readonly string[] = ['paid', 'invoiced', 'partially_refunded'] satisfies OrderState[]

const refuseUpgrade = (no_upgrade = ''): UpgradeOffer => ({ can_upgrade: false, no_upgrade })

export const getUpgradeOffer = (
  license: UpgradeOfferInput,
  { clip, prices, now }: { clip: SellableClip | null; prices: Prices; now: Date },
): UpgradeOffer => {
  const { state, revoked_at, ends_at, newer, distribution_ids } = license
  const hasEnded = ends_at !== null && ends_at <= now
  if (license.is_imported || clip === null || revoked_at !== null || newer !== null || hasEnded) return refuseUpgrade()
  if (state === 'overdue') return refuseUpgrade('Can be upgraded once its invoice is paid')
  if (!upgradableStates.includes(state)) return refuseUpgrade()
  if (license.is_upgraded) return refuseUpgrade('An upgrade is being paid for')
  const owned = { use: getLicensedUse(license), credit_cents: calculatePaidCents(license) }
  return distribution_ids.includes(BUYOUT_DISTRIBUTION_ID) || isWidest(owned, clip, prices)
    ? refuseUpgrade('Nothing wider to upgrade to')
    : { can_upgrade: true, no_upgrade: '' }
}

const getLicensedUse = ({
  rate,
  format_id,
  granted_at,
  org_type,
  end_client_size,
  distribution_ids,
}: UpgradeOfferInput): LicenseUse =>
  rate
    ? toRateUse(rate, format_id, granted_at)
    : toLicenseUse({ org_type, end_client_size, distribution_ids, format_id })
