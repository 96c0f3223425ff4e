import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ChoiceWithFormat } from './choice-schema.ts'
import {
  withAvailableFormat,
  groupId,
  idPrefixes,
  isChoice,
  licenseIds,
  choiceSentence,
  type LicenseChoice,
} from './choice.ts'
import { parseChoice } from './last-choice.ts'

const choice: LicenseChoice = { org_type: 'commercial', end_client_size: 2, distribution_ids: [7, 3] }

test('a license formats as a sentence', () => {
  expect(choiceSentence(choice)).toBe(
    'Web & Social and Broadcast TV, for a client with 2–50 people, worldwide, forever',
  )
  expect(choiceSentence({ ...choice, org_type: 'nonprofit', distribution_ids: [3] })).toBe(
    'Web & Social, for a non-profit with 2–50 people, worldwide, forever',
  )
  expect(choiceSentence({ org_type: 'personal', end_client_size: 1, distribution_ids: [1, 3, 8] })).toBe(
    'Internal & Pitch, Web & Social, and Theatrical & Festivals, for a personal project, worldwide, forever',
  )
})

test('legacy clients find the distribution at the 7th character of an id', () => {
  expect(licenseIds(choice, 3)).toEqual(['C000023-HD', 'C000027-HD'])
  expect(idPrefixes(choice).map(prefix => [prefix.length, prefix[6]])).toEqual([
    [7, '3'],
    [7, '7'],
  ])
})

test('a group has the same id however its distributions were chosen', () => {
  expect(groupId(choice)).toBe('C0000237')
  expect(groupId({ ...choice, distribution_ids: [3, 7, 3] })).toBe('C0000237')
  expect(groupId({ ...choice, org_type: 'personal' })).toBe('P0000237')
})

const web = { ...choice, distribution_ids: [3], format_id: 3 }

test('the last choice falls back to a format that the clip has', () => {
  expect(withAvailableFormat({ ...web, format_id: 1 }, [2, 3]).format_id).toBe(3)
  expect(withAvailableFormat({ ...web, format_id: 1 }, [2]).format_id).toBe(2)
  expect(withAvailableFormat({ ...web, format_id: 2 }, [2, 3]).format_id).toBe(2)
})

test('a stored choice is used only if it is valid', () => {
  expect(parseChoice(JSON.stringify(web))).toEqual(web)
  for (const text of [null, '', '{', '{}', JSON.stringify({ ...web, distribution_ids: [4] })])
    expect(parseChoice(text)).toBeNull()
})

test('isChoice accepts exactly what the schema accepts', () => {
  const anyField = fc.oneof(
    fc.integer({ min: -1, max: 10 }),
    fc.constantFrom(null, undefined, '3', 2.5, Number.NaN, [3], {}),
  )
  const storedValue = fc.oneof(
    fc.record(
      {
        org_type: fc.oneof(fc.constantFrom('personal', 'commercial', 'nonprofit', 'club'), anyField),
        end_client_size: anyField,
        distribution_ids: fc.oneof(
          fc.array(anyField, { maxLength: 4 }),
          fc.array(fc.integer({ min: 1, max: 9 })),
          anyField,
        ),
        format_id: anyField,
      },
      { requiredKeys: [] },
    ),
    fc.anything(),
  )
  fc.assert(
    fc.property(storedValue, value => isChoice(value) === ChoiceWithFormat.safeParse(value).success),
    { numRuns: 2_000 },
  )
})
