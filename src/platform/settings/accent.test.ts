import { readFileSync } from 'node:fs'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { getAccentContrast, getAccentTokens, getReadableAccent, isReadableAccent } from './accent.ts'

const colors = fc.integer({ min: 0, max: 0xff_ff_ff }).map(value => `#${value.toString(16).padStart(6, '0')}`)
const themes = fc.constantFrom('light' as const, 'dark' as const)

test('the suggested color is always readable, and a readable color is suggested as it is', () => {
  fc.assert(
    fc.property(colors, themes, (color, theme) => {
      const suggestion = getReadableAccent(color, theme)
      expect(isReadableAccent(suggestion, theme)).toBe(true)
      if (isReadableAccent(color, theme)) expect(suggestion).toBe(color)
    }),
  )
})

test('contrast is measured as WCAG does', () => {
  expect(getAccentContrast('#000000', 'light')).toBeCloseTo(18.2, 0)
  expect(getAccentContrast('#ffffff', 'dark')).toBeCloseTo(17, 0)
})

test('the contrast is checked against the backgrounds of tokens.css, and every replaced token is there', () => {
  const tokens = readFileSync('src/ui/tokens.css', 'utf8')
  expect(tokens).toContain('--well: light-dark(oklch(0.952 0.006 85),')
  expect(tokens).toMatch(/--raised: light-dark\(oklch\(1 0 0\), oklch\(0\.218 0\.007 58\)\)/)
  expect(tokens).toContain('--on-accent: oklch(0.2 0.03 65);')
  const replaced = Object.keys(getAccentTokens({ light: '#8a5a00', dark: '#f0ad47' }))
  for (const name of replaced) expect(tokens).toContain(`--${name}: `)
})
