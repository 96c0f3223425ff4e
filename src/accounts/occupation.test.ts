import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import {
  checkOccupation,
  fieldsOf,
  missingIn,
  noOccupation,
  occupationIn,
  occupationShape,
  tidied,
  type OccupationFields,
} from './occupation.ts'

const fields = (some: Partial<OccupationFields>) => missingIn(occupationIn({ ...noOccupation, ...some }))

test.each<[Partial<OccupationFields>, object]>([
  [{}, { business_type_id: 'Business type is required', occupation_type_id: 'Occupation type is required' }],
  [{ business_type_id: '1' }, { occupation_type_id: 'Occupation type is required' }],
  [{ business_type_id: '1', occupation_type_id: '103' }, {}],
  [{ business_type_id: 'other' }, { custom_business_type: 'Please enter your business type' }],
  [
    { business_type_id: 'other', custom_business_type: '   ' },
    { custom_business_type: 'Please enter your business type' },
  ],
  [{ business_type_id: 'other', custom_business_type: 'Museum' }, {}],
  [
    { business_type_id: '1', occupation_type_id: 'other' },
    { custom_occupation_type: 'Please enter your occupation type' },
  ],
  [{ business_type_id: '1', occupation_type_id: 'other', custom_occupation_type: 'Gaffer' }, {}],
  [{ custom_business_type: 'Museum' }, fields({})],
])('%o misses %o', (given, missing) => {
  expect(fields(given)).toEqual(missing)
})

const words = fc.oneof(fc.constant(null), fc.constant(''), fc.constant('Museum'))
const id = fc.option(fc.integer({ min: 1, max: 9 }), { nil: null })
const anything = fc.record({
  business_type_id: id,
  occupation_type_id: id,
  custom_business_type: words,
  custom_occupation_type: words,
})

test('what misses nothing is kept as the database wants it: one business, and never two occupations', () => {
  fc.assert(
    fc.property(anything, given => {
      fc.pre(Object.keys(missingIn(given)).length === 0)
      const kept = tidied(given)
      expect((kept.business_type_id === null) !== (kept.custom_business_type === null)).toBe(true)
      expect(kept.occupation_type_id === null || kept.custom_occupation_type === null).toBe(true)
      if (kept.business_type_id !== null)
        expect(kept.occupation_type_id !== null || kept.custom_occupation_type !== null).toBe(true)
      expect(kept.custom_business_type).not.toBe('')
      expect(kept.custom_occupation_type).not.toBe('')
      // Shown in the form and sent again, it stays what it is.
      expect(tidied(occupationIn(fieldsOf(kept)))).toEqual(kept)
    }),
  )
})

test('the door says what the form says', () => {
  const Body = z.object(occupationShape).check(checkOccupation)
  fc.assert(
    fc.property(anything, given => {
      const parsed = Body.safeParse(given)
      const told = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path[0], message])
      expect(Object.fromEntries(told)).toEqual(missingIn(given))
    }),
  )
})
