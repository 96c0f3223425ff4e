import { expect, test } from 'vitest'

import { createRateDraft, parseRateDraft, type RateDraft } from './draft.ts'

const [group] = createRateDraft('2026-03-01').groups
if (!group) throw new Error('A new rate has a group.')
const createDraft = (overrides: Partial<RateDraft> = {}): RateDraft => ({
  ...createRateDraft('2026-03-01', 'Aster Foods'),
  name: 'Aster 2026',
  price: '89.50',
  groups: [{ ...group, distribution_ids: [3] }],
  ...overrides,
})

test('days become times and dollars become cents; the period includes its last day', () => {
  expect(parseRateDraft(createDraft({ last_day: '2026-12-31', clip_limit: '40' }))).toMatchObject({
    rate: {
      price_cents: 8_950,
      starts_at: '2026-03-01T00:00:00.000Z',
      ends_at: '2027-01-01T00:00:00.000Z',
      clip_limit: 40,
    },
  })
})

test.each<[Partial<RateDraft>, string, string]>([
  [{ price: 'free' }, 'price', 'Type an amount in dollars, such as 1,250 or 89.50.'],
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ first_day: '' }, 'first_day', 'Choose the first day.'],
  [{ last_day: '2026-02-28' }, 'last_day', 'The last day comes before the first.'],
  [{ clip_limit: '0' }, 'clip_limit', 'Enter a whole number of clips, or leave it empty.'],
  [{ groups: [group] }, 'groups.0', 'Choose at least one distribution'],
  [{ groups: [{ ...group, distribution_ids: [3], territory: 'national' }] }, 'groups.0', 'Name the territory'],
  [
    { groups: [{ ...group, distribution_ids: [3], term: 'custom', custom_term_value: '' }] },
    'groups.0',
    'Say how long the custom term is',
  ],
])('%j is refused with a message at its field', (overrides, field, text) => {
  expect(parseRateDraft(createDraft(overrides))).toMatchObject({ errors: { [field]: text } })
})
