import { expect, test } from 'vitest'

import { parseRecent, addRecent } from './recent-searches.ts'

test('the latest search comes first, once, ignoring case', () => {
  expect(addRecent(['ocean', 'forest'], '  Forest  ')).toEqual(['Forest', 'ocean'])
  expect(addRecent(['ocean'], ' ')).toEqual(['ocean'])
})

test('eight searches are stored', () => {
  const many = Array.from({ length: 12 }, (_, i) => `search ${i}`)
  const searches = many.reduce<readonly string[]>(addRecent, [])
  expect(searches).toEqual(['11', '10', '9', '8', '7', '6', '5', '4'].map(n => `search ${n}`))
})

test.each(['', '{', 'null', '{"a":1}', '[1,null]'])('“%s” in the storage is read as an empty list', text => {
  expect(parseRecent(text)).toEqual([])
})
