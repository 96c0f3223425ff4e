import { expect, test } from 'vitest'

import { Prices } from '../../licensing/prices.ts'
import type { OfferClip } from './contract.ts'
import { groupsToKeep, takenUp } from './saved-draft.ts'

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
const kept = (agreed = '', format_id = 3) => ({
  groups: [
    { ...choice, lines: [{ clip_id: 7, clip_name: 'Slow tide', format_id, tier: 'standard' as const, agreed }] },
  ],
  clips: [tide],
  prices_then: prices,
  last_day: '2026-03-10',
})
const dearer: Prices = { ...prices, format_cents: { ...prices.format_cents, 3: 10_000 } }

test('a draft comes back as it was left, and what is kept of it has no price of the table', () => {
  const { groups, changes } = takenUp(kept('120'), prices, '2026-03-10')
  expect(changes).toEqual([])
  expect(groups).toEqual([{ key: 0, choice, lines: [{ clip: tide, format_id: 3, agreed: '120' }] }])
  expect(groupsToKeep(groups)).toEqual([
    { ...choice, lines: [{ clip_id: 7, format_id: 3, tier: 'standard', agreed: '120' }] },
  ])
})

test('what the table says now is told, and that an agreed price stays', () => {
  expect(takenUp(kept(), dearer, '2026-03-10').changes).toEqual(['“Slow tide” was $200.00 and is $300.00 now.'])
  expect(takenUp(kept('120'), dearer, '2026-03-10').changes).toEqual([
    'The table had “Slow tide” at $200.00 and has it at $300.00 now; the agreed price stays.',
  ])
  const promoted = { ...kept(), clips: [{ ...tide, tier: 'premium' as const }] }
  expect(takenUp(promoted, prices, '2026-03-10').changes).toEqual(['“Slow tide” was $200.00 and is $300.00 now.'])
})

test('a clip, a format and a day that are gone are told; the clip is left out, its license stays', () => {
  const gone = takenUp({ ...kept(), clips: [] }, prices, '2026-03-11')
  expect(gone.groups).toEqual([{ key: 0, choice, lines: [] }])
  expect(gone.changes).toEqual([
    '“Slow tide” is no longer sold, and left out.',
    'The last day to pay, 2026-03-10, has passed: choose another.',
  ])
  const raw = takenUp(kept('', 1), prices, '2026-03-10')
  expect(raw.groups[0]?.lines).toEqual([{ clip: tide, format_id: 2, agreed: '' }])
  expect(raw.changes).toEqual([
    '“Slow tide” is no longer available in RAW: it stands in Highest Res.',
    '“Slow tide” was $400.00 and is $300.00 now.',
  ])
})

test('a buyout and a license without a distribution are in no table: nothing is said of them', () => {
  for (const distribution_ids of [[], [4]]) {
    const [group] = kept('900').groups
    const draft = { ...kept(), groups: group ? [{ ...group, distribution_ids }] : [] }
    expect(takenUp(draft, dearer, '2026-03-10').changes).toEqual([])
  }
})
