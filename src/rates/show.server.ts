/** Converts rates to API responses. */

import { countClipsLeft, formatRate, getRateState, type SoldRate } from '#licensing/rate.ts'
import { distributionName } from '#licensing/terms.ts'
import { toMoney } from '#platform/money.ts'

import type { PreferredRate, RateSummary } from './contract.ts'
import type { Rate } from './rates.server.ts'

/** Returns the terms for license groups and for sold lines. */
export const toRateSummary = (rate: SoldRate): RateSummary => ({
  id: rate.id,
  name: rate.name,
  price: toMoney(rate.price_cents),
  end_client_name: rate.end_client_name || null,
  end_client_size: rate.end_client_size,
  end_client_type: rate.end_client_type,
  usage_details: rate.usage_details || null,
  distribution_groups: rate.distribution_groups.map(({ distribution_ids, territory_name, ...group }, index) => ({
    ...group,
    id: index + 1,
    distributions: distribution_ids.map(id => ({ id, name: distributionName(id) })),
    territory_name: territory_name || null,
  })),
  sentence: formatRate(rate),
})

export const toPreferredRate = (rate: Rate, now: Date): PreferredRate => ({
  ...toRateSummary(rate),
  state: getRateState(rate, now),
  starts_at: rate.starts_at.toISOString(),
  ends_at: rate.ends_at?.toISOString() ?? null,
  clip_limit: rate.clip_limit,
  clips_used: rate.clips_used,
  clips_left: countClipsLeft(rate),
})
