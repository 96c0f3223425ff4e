import { expect, test } from 'vitest'

import { parseRecent, withRecent } from './recent-searches.ts'

test('the last search stands first, once, whatever its capitals', () => {
  expect(withRecent(['ocean', 'forest'], '  Forest  ')).toEqual(['Forest', 'ocean'])
  expect(withRecent(['ocean'], ' ')).toEqual(['ocean'])
})

test('eight are kept', () => {
  const many = Array.from({ length: 12 }, (_, i) => `search ${i}`)
  const kept = many.reduce<readonly string[]>(withRecent, [])
  expect(kept).toEqual(['11', '10', '9', '8', '7', '6', '5', '4'].map(n => `search ${n}`))
})

test.each(['', '{', 'null', '{"a":1}', '[1,null]'])('“%s” in the storage is an empty list', text => {
  expect(parseRecent(text)).toEqual([])
})
