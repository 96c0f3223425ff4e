import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import {
  checkOccupation,
  toOccupationFields,
  findOccupationErrors,
  emptyOccupationFields,
  parseOccupationFields,
  occupationBodyFields,
  normalizeOccupation,
  type OccupationFieldValues,
} from './occupation.ts'

const findMissing = (values: Partial<OccupationFieldValues>) =>
  findOccupationErrors(parseOccupationFields({ ...emptyOccupationFields, ...values }))

test.each<[Partial<OccupationFieldValues>, object]>([
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
  [{ custom_business_type: 'Museum' }, findMissing({})],
])('%o is missing %o', (values, expected) => {
  expect(findMissing(values)).toEqual(expected)
})

const customText = fc.oneof(fc.constant(null), fc.constant(''), fc.constant('Museum'))
const id = fc.option(fc.integer({ min: 1, max: 9 }), { nil: null })
const anyOccupation = fc.record({
  business_type_id: id,
  occupation_type_id: id,
  custom_business_type: customText,
  custom_occupation_type: customText,
})

test('a complete occupation is normalized to one business and at most one occupation', () => {
  fc.assert(
    fc.property(anyOccupation, occupation => {
      fc.pre(Object.keys(findOccupationErrors(occupation)).length === 0)
      const normalized = normalizeOccupation(occupation)
      expect((normalized.business_type_id === null) !== (normalized.custom_business_type === null)).toBe(true)
      expect(normalized.occupation_type_id === null || normalized.custom_occupation_type === null).toBe(true)
      if (normalized.business_type_id !== null)
        expect(normalized.occupation_type_id !== null || normalized.custom_occupation_type !== null).toBe(true)
      expect(normalized.custom_business_type).not.toBe('')
      expect(normalized.custom_occupation_type).not.toBe('')
      // Normalizing what the form shows changes nothing.
      expect(normalizeOccupation(parseOccupationFields(toOccupationFields(normalized)))).toEqual(normalized)
    }),
  )
})

test('the endpoint reports the same errors as the form', () => {
  const Body = z.object(occupationBodyFields).check(checkOccupation)
  fc.assert(
    fc.property(anyOccupation, occupation => {
      const parsed = Body.safeParse(occupation)
      const errors = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path[0], message])
      expect(Object.fromEntries(errors)).toEqual(findOccupationErrors(occupation))
    }),
  )
})
