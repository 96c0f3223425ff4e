/** Property tests: which tax form counts, and when a new one is asked for. */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { currentTaxForm, taxFormState } from './tax-form.ts'

const day = fc.integer({ min: 0, max: 3_000 }).map(n => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10))
const forms = fc.array(fc.record({ received_on: day, expires_on: fc.option(day) }), { maxLength: 5 })

test('a form is missing without any, and expired only if none is valid today', () => {
  fc.assert(
    fc.property(forms, day, (list, today) => {
      const isValid = list.some(({ expires_on }) => expires_on === null || expires_on >= today)
      const state = taxFormState(list, today)
      expect(state === 'missing').toBe(list.length === 0)
      expect(state === 'expired').toBe(list.length > 0 && !isValid)
      const current = currentTaxForm(list)
      if (isValid) expect(current?.expires_on === null || (current?.expires_on ?? '') >= today).toBe(true)
    }),
  )
})

test('a form is valid through its last day, and ends soon sixty days before', () => {
  const stateOn = (today: string) => taxFormState([{ received_on: '2024-02-01', expires_on: '2026-12-31' }], today)
  expect(['2026-10-31', '2026-11-01', '2026-12-31', '2027-01-01'].map(stateOn)).toEqual([
    'on_file',
    'expiring',
    'expiring',
    'expired',
  ])
  expect(taxFormState([{ received_on: '2010-01-01', expires_on: null }], '2040-01-01')).toBe('on_file')
})
