import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  bannerActions,
  getBannerState,
  isBannerActionAllowed,
  isHiddenOn,
  isPath,
  needsKeyboard,
  splitBannerText,
} from './banner.ts'

test('keys in double braces are separated from the text around them', () => {
  expect(splitBannerText('Hold {{Shift}} or {{⌘}}.')).toEqual([
    { text: 'Hold ', isKey: false },
    { text: 'Shift', isKey: true },
    { text: ' or ', isKey: false },
    { text: '⌘', isKey: true },
    { text: '.', isKey: false },
  ])
  expect(splitBannerText('Set {one} and {{open')).toEqual([{ text: 'Set {one} and {{open', isKey: false }])
})

test('a text that mentions keys needs a keyboard', () => {
  expect(needsKeyboard('Hold {{Shift}} over a clip.')).toBe(true)
  expect(needsKeyboard('Quotes in {your} workspace, {{open')).toBe(false)
})

test('splitting a text loses nothing but the braces of its keys', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'a', ' ') }), text => {
      const rebuilt = splitBannerText(text).map(({ text, isKey }) => (isKey ? `{{${text}}}` : text))
      expect(rebuilt.join('')).toBe(text)
    }),
  )
})

test.each([
  ['/cart', [], true],
  ['/Cart/', [], true],
  ['/cart/success', [], true],
  ['/cart/billing', [], false],
  ['/pricing', [], true],
  ['/footage-research-form', [], true],
  ['/', [], false],
  ['/', ['/'], true],
  ['/checkout', ['/checkout'], true],
  ['/checkout/LT-2026-000001', ['/checkout'], false],
] as const)('on %s, with %j: hidden %s', (path, exclude_on, hidden) => {
  expect(isHiddenOn(path, exclude_on)).toBe(hidden)
})

test.each([
  ['/', true],
  ['/clips', true],
  ['/shoots/über-see/12', true],
  ['clips', false],
  ['//host.example/clips', false],
  ['/clips?q=sea', false],
  ['/clips#top', false],
  ['/two words', false],
  ['', false],
  [`/${'x'.repeat(199)}`, true],
  [`/${'x'.repeat(200)}`, false],
])('%s is the path of a page: %s', (text, expected) => expect(isPath(text)).toBe(expected))

test('a draft stays a draft whatever its dates; otherwise a banner is planned, then running, then ended', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 2, n))
  const state = (is_draft: boolean, from: number | null, until: number | null) =>
    getBannerState(
      { is_draft, published_at: from === null ? null : day(from), ends_at: until === null ? null : day(until) },
      day(10),
    )
  expect([state(true, null, null), state(true, 1, 5)]).toEqual(['draft', 'draft'])
  expect([state(false, 11, null), state(false, 10, null), state(false, 1, 11)]).toEqual([
    'planned',
    'running',
    'running',
  ])
  expect([state(false, 1, 10), state(false, 10, 10)]).toEqual(['ended', 'ended'])
})

test('an ended banner allows no action', () => {
  for (const action of Object.keys(bannerActions))
    expect(isBannerActionAllowed(action as keyof typeof bannerActions, 'ended')).toBe(false)
})
