import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { heldIn, next, shownIn, type Modes, type News } from './modes.ts'

const after = (...news: News<string>[]) => shownIn(news.reduce<Modes<string>>(next, {}))
const at = (card: string | undefined, held?: 'scrub' | 'quick'): News<string> => ({ type: 'point', card, held })
const hold = (held?: 'scrub' | 'quick'): News<string> => ({ type: 'held', held })

describe('under the pointer', () => {
  test('a card moves, and stops when the pointer leaves', () => {
    expect(after(at('a'))).toEqual({ what: 'loop', card: 'a', by: 'pointer' })
    expect(after(at('a'), at('b')).card).toBe('b')
    expect(after(at('a'), at(undefined)).what).toBe('nothing')
  })

  test('a held key changes what it shows, its release changes it back', () => {
    expect(after(at('a'), hold('scrub')).what).toBe('scrub')
    expect(after(at('a'), hold('quick')).what).toBe('quick')
    expect(after(at('a'), hold('quick'), hold()).what).toBe('loop')
  })

  test('the key may be held before the pointer comes, and goes along from card to card', () => {
    expect(after(hold('quick'), at('a', 'quick'), at('b', 'quick'))).toEqual({
      what: 'quick',
      card: 'b',
      by: 'pointer',
    })
  })

  test('a release that nobody told of shows at the next movement', () => {
    expect(after(at('a'), hold('scrub'), at('a')).what).toBe('loop')
  })

  test('a key that was part of a shortcut, or ended by Escape or by leaving the window, asks for nothing until it is pressed anew', () => {
    for (const type of ['chord', 'end'] as const) {
      expect(after(at('a'), hold('scrub'), { type }).what).toBe('loop')
      expect(after(at('a'), hold('scrub'), { type }, at('b', 'scrub')).what).toBe('loop')
      expect(after(at('a'), hold('scrub'), { type }, hold(), hold('scrub')).what).toBe('scrub')
    }
  })
})

describe('with the focus', () => {
  const focus = (card?: string): News<string> => ({ type: 'focus', card })
  const key = (what: 'scrub' | 'quick'): News<string> => ({ type: 'key', what })

  test('keys ask, the same key ends', () => {
    expect(after(focus('a')).what).toBe('loop')
    expect(after(focus('a'), key('quick'))).toEqual({ what: 'quick', card: 'a', by: 'focus' })
    expect(after(focus('a'), key('quick'), key('quick')).what).toBe('loop')
    expect(after(focus('a'), key('scrub'), key('quick')).what).toBe('quick')
  })

  test('a quick preview follows the focus, scrubbing ends with it', () => {
    expect(after(focus('a'), key('quick'), focus('b'))).toEqual({ what: 'quick', card: 'b', by: 'focus' })
    expect(after(focus('a'), key('scrub'), focus('b')).what).toBe('loop')
    expect(after(focus('a'), key('quick'), focus(), focus('b')).what).toBe('loop')
  })
})

test('a sheet stays until it is closed, whatever moves meanwhile', () => {
  expect(after({ type: 'sheet', card: 'a' }, at('b'), hold('scrub')).what).toBe('sheet')
  expect(after({ type: 'sheet', card: 'a' }, { type: 'sheet', card: undefined }).what).toBe('nothing')
})

test('after Escape or leaving the window nothing that keys or fingers asked for is left, whatever came before', () => {
  const card = fc.constantFrom('a', 'b', undefined)
  const held = fc.constantFrom('scrub', 'quick', undefined) as fc.Arbitrary<'scrub' | 'quick' | undefined>
  const what = fc.constantFrom('scrub', 'quick') as fc.Arbitrary<'scrub' | 'quick'>
  const news = fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('point' as const), card, held }),
      fc.record({ type: fc.constant('held' as const), held }),
      fc.record({ type: fc.constant('focus' as const), card }),
      fc.record({ type: fc.constant('key' as const), what }),
      fc.record({ type: fc.constant('touch' as const), card }),
      fc.record({ type: fc.constant('chord' as const) }),
    ),
  )
  fc.assert(
    fc.property(news, came => {
      expect(['nothing', 'loop']).toContain(after(...came, { type: 'end' }).what)
      expect(after(...came, { type: 'leave' }).what).toBe('nothing')
    }),
  )
})

test('Meta and Alt scrub, Shift alone is the quick preview', () => {
  const none = { metaKey: false, altKey: false, shiftKey: false }
  expect(heldIn(none)).toBeUndefined()
  expect(heldIn({ ...none, metaKey: true })).toBe('scrub')
  expect(heldIn({ ...none, altKey: true })).toBe('scrub')
  expect(heldIn({ ...none, shiftKey: true })).toBe('quick')
  expect(heldIn({ metaKey: true, altKey: false, shiftKey: true })).toBe('scrub')
})
