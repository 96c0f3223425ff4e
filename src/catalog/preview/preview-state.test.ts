import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { getHeldPreview, reducePreview, selectPreview, type PreviewState, type PreviewEvent } from './preview-state.ts'

const previewAfter = (...events: PreviewEvent<string>[]) =>
  selectPreview(events.reduce<PreviewState<string>>(reducePreview, {}))
const pointAt = (card: string | undefined, held?: 'scrub' | 'quick'): PreviewEvent<string> => ({
  type: 'point',
  card,
  held,
})
const hold = (held?: 'scrub' | 'quick'): PreviewEvent<string> => ({ type: 'held', held })

describe('under the pointer', () => {
  test('a card plays its loop until the pointer leaves', () => {
    expect(previewAfter(pointAt('a'))).toEqual({ what: 'loop', card: 'a', by: 'pointer' })
    expect(previewAfter(pointAt('a'), pointAt('b')).card).toBe('b')
    expect(previewAfter(pointAt('a'), pointAt(undefined)).what).toBe('nothing')
  })

  test('holding a key changes the preview, and releasing it changes it back', () => {
    expect(previewAfter(pointAt('a'), hold('scrub')).what).toBe('scrub')
    expect(previewAfter(pointAt('a'), hold('quick')).what).toBe('quick')
    expect(previewAfter(pointAt('a'), hold('quick'), hold()).what).toBe('loop')
  })

  test('a key held before the pointer arrives applies to each card under the pointer', () => {
    expect(previewAfter(hold('quick'), pointAt('a', 'quick'), pointAt('b', 'quick'))).toEqual({
      what: 'quick',
      card: 'b',
      by: 'pointer',
    })
  })

  test('a missed key release is noticed at the next movement', () => {
    expect(previewAfter(pointAt('a'), hold('scrub'), pointAt('a')).what).toBe('loop')
  })

  test('a key that was part of a shortcut, or ended by Escape or by leaving the window, is ignored until it is pressed again', () => {
    for (const type of ['chord', 'end'] as const) {
      expect(previewAfter(pointAt('a'), hold('scrub'), { type }).what).toBe('loop')
      expect(previewAfter(pointAt('a'), hold('scrub'), { type }, pointAt('b', 'scrub')).what).toBe('loop')
      expect(previewAfter(pointAt('a'), hold('scrub'), { type }, hold(), hold('scrub')).what).toBe('scrub')
    }
  })
})

describe('with the focus', () => {
  const focus = (card?: string): PreviewEvent<string> => ({ type: 'focus', card })
  const key = (what: 'scrub' | 'quick'): PreviewEvent<string> => ({ type: 'key', what })

  test('a key starts a preview, and the same key ends it', () => {
    expect(previewAfter(focus('a')).what).toBe('loop')
    expect(previewAfter(focus('a'), key('quick'))).toEqual({ what: 'quick', card: 'a', by: 'focus' })
    expect(previewAfter(focus('a'), key('quick'), key('quick')).what).toBe('loop')
    expect(previewAfter(focus('a'), key('scrub'), key('quick')).what).toBe('quick')
  })

  test('a quick preview follows the focus, and scrubbing ends when the focus moves', () => {
    expect(previewAfter(focus('a'), key('quick'), focus('b'))).toEqual({ what: 'quick', card: 'b', by: 'focus' })
    expect(previewAfter(focus('a'), key('scrub'), focus('b')).what).toBe('loop')
    expect(previewAfter(focus('a'), key('quick'), focus(), focus('b')).what).toBe('loop')
  })
})

test('after Escape or leaving the window, no preview by key or touch is left, whatever happened before', () => {
  const card = fc.constantFrom('a', 'b', undefined)
  const held = fc.constantFrom('scrub', 'quick', undefined) as fc.Arbitrary<'scrub' | 'quick' | undefined>
  const what = fc.constantFrom('scrub', 'quick') as fc.Arbitrary<'scrub' | 'quick'>
  const events = fc.array(
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
    fc.property(events, previous => {
      expect(['nothing', 'loop']).toContain(previewAfter(...previous, { type: 'end' }).what)
      expect(previewAfter(...previous, { type: 'leave' }).what).toBe('nothing')
    }),
  )
})

test('Meta and Alt scrub, and Shift alone opens the quick preview', () => {
  const none = { metaKey: false, altKey: false, shiftKey: false }
  expect(getHeldPreview(none)).toBeUndefined()
  expect(getHeldPreview({ ...none, metaKey: true })).toBe('scrub')
  expect(getHeldPreview({ ...none, altKey: true })).toBe('scrub')
  expect(getHeldPreview({ ...none, shiftKey: true })).toBe('quick')
  expect(getHeldPreview({ metaKey: true, altKey: false, shiftKey: true })).toBe('scrub')
})
