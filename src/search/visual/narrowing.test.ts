import { expect, test } from 'vitest'

import { formatNarrowing, parseNarrowing } from './narrowing.ts'

const narrow = (search: string) => formatNarrowing(parseNarrowing(new URLSearchParams(search))).toString()

test('an address keeps the words and filters that narrow a color or picture, and nothing else', () => {
  expect(narrow('color=1f6f78&q=sea&look=aerial&no-time=night&page=3&sort=newest&exact=1')).toBe(
    'q=sea&look=aerial&no-time=night',
  )
  // The color is the search itself.
  expect(narrow('like=abc&color=blue&no-color=red&license=licensed')).toBe('')
})
