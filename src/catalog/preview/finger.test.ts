import { expect, test } from 'vitest'

import { fingerMeans } from './finger.ts'

const from = { x: 100, y: 100 }
const moved = (x: number, y: number) => fingerMeans(from, { x: 100 + x, y: 100 + y })

test('a finger that trembles has not decided yet', () => {
  expect(moved(0, 0)).toBe('undecided')
  expect(moved(9, -9)).toBe('undecided')
})

test('from side to side scrubs, either way', () => {
  expect(moved(14, 3)).toBe('scrub')
  expect(moved(-14, -3)).toBe('scrub')
})

test('up and down, and at a slant, is scrolling', () => {
  expect(moved(2, 30)).toBe('scroll')
  expect(moved(20, -20)).toBe('scroll')
})
