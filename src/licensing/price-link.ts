/** A price as a link: `/pricing?org=commercial&size=2&channels=3,7&format=3&tier=standard`. */
import { isChoice, normalizeChoice, type ChoiceWithFormat } from './choice.ts'
import { tiers, type Tier } from './terms.ts'

export type SharedPrice = { choice: ChoiceWithFormat; tier: Tier }

export const priceLinkPath = ({ choice, tier }: SharedPrice): string => {
  const { org_type, end_client_size, distribution_ids } = normalizeChoice(choice)
  const channels = distribution_ids.join(',')
  return `/pricing?org=${org_type}&size=${end_client_size}&channels=${channels}&format=${choice.format_id}&tier=${tier}`
}

/** Returns null where the address has no price, or one that is no longer offered. */
export const readPriceLink = (search: URLSearchParams): SharedPrice | null => {
  const choice = {
    org_type: search.get('org'),
    end_client_size: Number(search.get('size')),
    distribution_ids: (search.get('channels') ?? '').split(',').map(Number),
    format_id: Number(search.get('format')),
  }
  const tier = tiers.find(name => name === search.get('tier'))
  return tier && isChoice(choice) ? { choice: { ...choice, ...normalizeChoice(choice) }, tier } : null
}
