import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ChoiceWithFormat } from './choice-shape.ts'
import { fitting, groupId, idPrefixes, isChoice, licenseIds, sentence, type LicenseChoice } from './choice.ts'
import { parseChoice } from './last-choice.ts'

const choice: LicenseChoice = { org_type: 'commercial', end_client_size: 2, distribution_ids: [7, 3] }

test('a license reads as a sentence', () => {
  expect(sentence(choice)).toBe('Web & Social and Broadcast TV, for a client with 2–50 people, worldwide, forever')
  expect(sentence({ ...choice, org_type: 'nonprofit', distribution_ids: [3] })).toBe(
    'Web & Social, for a non-profit with 2–50 people, worldwide, forever',
  )
  expect(sentence({ org_type: 'personal', end_client_size: 1, distribution_ids: [1, 3, 8] })).toBe(
    'Internal & Pitch, Web & Social, and Theatrical & Festivals, for a personal project, worldwide, forever',
  )
})

test('old clients find the distribution at the 7th character of an id', () => {
  expect(licenseIds(choice, 3)).toEqual(['C000023-HD', 'C000027-HD'])
  expect(idPrefixes(choice).map(prefix => [prefix.length, prefix[6]])).toEqual([
    [7, '3'],
    [7, '7'],
  ])
})

test('a group has one id, however its distributions were chosen', () => {
  expect(groupId(choice)).toBe('C0000237')
  expect(groupId({ ...choice, distribution_ids: [3, 7, 3] })).toBe('C0000237')
  expect(groupId({ ...choice, org_type: 'personal' })).toBe('P0000237')
})

const web = { ...choice, distribution_ids: [3], format_id: 3 }

test('the last choice fits a clip that lacks its format', () => {
  expect(fitting({ ...web, format_id: 1 }, [2, 3]).format_id).toBe(3)
  expect(fitting({ ...web, format_id: 1 }, [2]).format_id).toBe(2)
  expect(fitting({ ...web, format_id: 2 }, [2, 3]).format_id).toBe(2)
})

test('what stands in the browser’s memory is believed only when it is a choice', () => {
  expect(parseChoice(JSON.stringify(web))).toEqual(web)
  for (const text of [null, '', '{', '{}', JSON.stringify({ ...web, distribution_ids: [4] })])
    expect(parseChoice(text)).toBeNull()
})

test('what is read back as a choice is exactly what the doors take for one', () => {
  const part = fc.oneof(
    fc.integer({ min: -1, max: 10 }),
    fc.constantFrom(null, undefined, '3', 2.5, Number.NaN, [3], {}),
  )
  const kept = fc.oneof(
    fc.record(
      {
        org_type: fc.oneof(fc.constantFrom('personal', 'commercial', 'nonprofit', 'club'), part),
        end_client_size: part,
        distribution_ids: fc.oneof(fc.array(part, { maxLength: 4 }), fc.array(fc.integer({ min: 1, max: 9 })), part),
        format_id: part,
      },
      { requiredKeys: [] },
    ),
    fc.anything(),
  )
  fc.assert(
    fc.property(kept, value => isChoice(value) === ChoiceWithFormat.safeParse(value).success),
    { numRuns: 2_000 },
  )
})
