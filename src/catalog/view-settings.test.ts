import fc from 'fast-check'
import { expect, test } from 'vitest'

import { densities, formatViewSettings, parseViewSettings } from './view-settings.ts'

test('settings are the same after they were stored', () => {
  fc.assert(
    fc.property(
      fc.record({ density: fc.constantFrom(...densities), names: fc.boolean(), filters: fc.boolean() }),
      settings => {
        expect(parseViewSettings(formatViewSettings(settings))).toEqual(settings)
      },
    ),
  )
})

test('anything else in storage means the defaults', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 3 }), text => {
      expect(parseViewSettings(text)).toEqual({ density: 'medium', names: false, filters: true })
    }),
  )
})
