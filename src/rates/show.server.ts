/** Rates as the API shows them. */
import { distributionName } from '#licensing/terms.ts'
import { money } from '#platform/money.ts'

import type { PreferredRate, ShownRate } from './contract.ts'
import { clipsLeft, rateSentence, rateState, type SoldRate } from './rate.ts'
import type { Rate } from './rates.server.ts'

/** What stands with a license group, and with what was sold. */
export const shownTerms = (rate: SoldRate): ShownRate => ({
  id: rate.id,
  name: rate.name,
  price: money(rate.price_cents),
  end_client_name: rate.end_client_name || null,
  end_client_size: rate.end_client_size,
  end_client_type: rate.end_client_type,
  usage_details: rate.usage_details || null,
  distribution_groups: rate.distribution_groups.map(({ distribution_ids, territory_name, ...group }, place) => ({
    ...group,
    id: place + 1,
    distributions: distribution_ids.map(id => ({ id, name: distributionName(id) })),
    territory_name: territory_name || null,
  })),
  sentence: rateSentence(rate),
})

export const shownRate = (rate: Rate, now: Date): PreferredRate => ({
  ...shownTerms(rate),
  state: rateState(rate, now),
  starts_at: rate.starts_at.toISOString(),
  ends_at: rate.ends_at?.toISOString() ?? null,
  clip_limit: rate.clip_limit,
  clips_used: rate.clips_used,
  clips_left: clipsLeft(rate),
})
