import { expect, test } from 'vitest'

import { Prices } from '#licensing/prices.ts'

import type { OfferClip } from './contract.ts'
import { toSavedGroups, restoreDraft } from './restore-draft.ts'

const prices = Prices.parse({
  distributions: Object.fromEntries(
    ['1', '2', '3', '5', '6', '7'].map(id => [id, [10_000, 20_000, 30_000, 40_000, 50_000]]),
  ),
  further_distribution_percent: 50,
  tier_percent: { standard: 100, premium: 150, signature: 200 },
  format_cents: { 1: 20_000, 2: 10_000, 3: 0, 4: 5_000 },
  nonprofit_discount_percent: 20,
})
const tide: OfferClip = {
  id: 7,
  name: 'Slow tide',
  filmmaker: 'Ines',
  tier: 'standard',
  format_ids: [2, 3],
  thumbs: [],
}
const choice = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3] }
const savedDraft = (agreed = '', format_id = 3) => ({
  groups: [
    { ...choice, lines: [{ clip_id: 7, clip_name: 'Slow tide', format_id, tier: 'standard' as const, agreed }] },
  ],
  clips: [tide],
  saved_prices: prices,
  last_day: '2026-03-10',
})
const raisedPrices: Prices = { ...prices, format_cents: { ...prices.format_cents, 3: 10_000 } }

test('a draft is restored as it was saved, and its saved form has no list prices', () => {
  const { groups, changes } = restoreDraft(savedDraft('120'), prices, '2026-03-10')
  expect(changes).toEqual([])
  expect(groups).toEqual([{ key: 0, choice, lines: [{ clip: tide, format_id: 3, agreed: '120' }] }])
  expect(toSavedGroups(groups)).toEqual([
    { ...choice, lines: [{ clip_id: 7, format_id: 3, tier: 'standard', agreed: '120' }] },
  ])
})

test('reports changed list prices, and that an agreed price stays', () => {
  expect(restoreDraft(savedDraft(), raisedPrices, '2026-03-10').changes).toEqual([
    '“Slow tide” was $200.00 and is $300.00 now.',
  ])
  expect(restoreDraft(savedDraft('120'), raisedPrices, '2026-03-10').changes).toEqual([
    'The list price of “Slow tide” was $200.00 and is $300.00 now; the agreed price stays.',
  ])
  const promoted = { ...savedDraft(), clips: [{ ...tide, tier: 'premium' as const }] }
  expect(restoreDraft(promoted, prices, '2026-03-10').changes).toEqual(['“Slow tide” was $200.00 and is $300.00 now.'])
})

test('reports missing clips and formats and a passed day; a missing clip is removed and its license stays', () => {
  const withoutClip = restoreDraft({ ...savedDraft(), clips: [] }, prices, '2026-03-11')
  expect(withoutClip.groups).toEqual([{ key: 0, choice, lines: [] }])
  expect(withoutClip.changes).toEqual([
    '“Slow tide” is no longer sold and was removed.',
    'The last day to pay, 2026-03-10, has passed: choose another.',
  ])
  const rawDraft = restoreDraft(savedDraft('', 1), prices, '2026-03-10')
  expect(rawDraft.groups[0]?.lines).toEqual([{ clip: tide, format_id: 2, agreed: '' }])
  expect(rawDraft.changes).toEqual([
    '“Slow tide” is no longer available in RAW and was changed to Highest Res.',
    '“Slow tide” was $400.00 and is $300.00 now.',
  ])
})

test('reports nothing for a buyout or a license without distribution, which have no list price', () => {
  for (const distribution_ids of [[], [4]]) {
    const [group] = savedDraft('900').groups
    const draft = { ...savedDraft(), groups: group ? [{ ...group, distribution_ids }] : [] }
    expect(restoreDraft(draft, raisedPrices, '2026-03-10').changes).toEqual([])
  }
})
