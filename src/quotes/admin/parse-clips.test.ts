import { expect, test } from 'vitest'

import { parseClips } from './parse-clips.ts'

test.each<[string, number[], string]>([
  ['12', [12], ''],
  ['#12, 40;7', [12, 40, 7], ''],
  ['http://localhost:4900/clips/slow-tide/12?in=3', [12], ''],
  ['https://longtake.example/clips/a/1\nhttps://longtake.example/clips/b/2#t=4\n/clips/c/1', [1, 2], ''],
  ['/clips/a/1 40', [1, 40], ''],
  ['tide at dusk', [], 'tide at dusk'],
  ['  12 monkeys ', [], '12 monkeys'],
  ['/clips/a/1 tide', [1], 'tide'],
  ['', [], ''],
])('%j', (text, ids, words) => {
  expect(parseClips(text)).toEqual({ ids, words })
})
