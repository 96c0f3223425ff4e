/** Property tests: which tax form counts, and when a new one is asked for. */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toDay } from '#platform/day.ts'

import { currentTaxForm, taxFormKinds, taxFormState } from './tax-form.ts'

const day = fc.integer({ min: 0, max: 3_000 }).map(n => toDay(Date.UTC(2024, 0, 1 + n)))
const formKind = fc.constantFrom(...taxFormKinds)
const forms = fc.array(fc.record({ kind: formKind, received_on: day, expires_on: fc.option(day) }), { maxLength: 5 })

test('the W form received last counts, and a VAT form only without any', () => {
  fc.assert(
    fc.property(forms, day, (list, today) => {
      const wForms = list.filter(form => form.kind !== 'vat')
      const rivals = wForms.length > 0 ? wForms : list
      const current = currentTaxForm(list)
      const state = taxFormState(list, today)
      expect(state === 'missing').toBe(list.length === 0)
      if (!current) return
      expect(rivals).toContain(current)
      for (const { received_on } of rivals) expect(received_on <= current.received_on).toBe(true)
      expect(state === 'expired').toBe(current.expires_on !== null && current.expires_on < today)
    }),
  )
})

test('a form is valid through its last day, and ends soon sixty days before', () => {
  const kind = 'w-8ben'
  const stateOn = (today: string) =>
    taxFormState([{ kind, received_on: '2024-02-01', expires_on: '2026-12-31' }], today)
  expect(['2026-10-31', '2026-11-01', '2026-12-31', '2027-01-01'].map(stateOn)).toEqual([
    'on_file',
    'expiring',
    'expiring',
    'expired',
  ])
  expect(taxFormState([{ kind, received_on: '2010-01-01', expires_on: null }], '2040-01-01')).toBe('on_file')
})
