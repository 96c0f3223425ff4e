import { expect, test } from 'vitest'

import { classifyGesture } from './touch-gesture.ts'

const from = { x: 100, y: 100 }
const gestureAfter = (x: number, y: number) => classifyGesture(from, { x: 100 + x, y: 100 + y })

test('a small movement is undecided', () => {
  expect(gestureAfter(0, 0)).toBe('undecided')
  expect(gestureAfter(9, -9)).toBe('undecided')
})

test('a horizontal movement scrubs, in either direction', () => {
  expect(gestureAfter(14, 3)).toBe('scrub')
  expect(gestureAfter(-14, -3)).toBe('scrub')
})

test('a vertical or diagonal movement scrolls', () => {
  expect(gestureAfter(2, 30)).toBe('scroll')
  expect(gestureAfter(20, -20)).toBe('scroll')
})
