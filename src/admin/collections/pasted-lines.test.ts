import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readLines } from './pasted-lines.ts'

test('each line is numbers or addresses; those that are neither say so, the others stand', () => {
  const text = [
    '12, 40',
    '',
    'https://shop.example/clips/slow-tide/7?in=3',
    'tide at dusk',
    '40 9',
    '999999999999',
  ].join('\r\n')
  expect(readLines(text)).toEqual({
    wanted: [
      { line: 1, clip_id: 12 },
      { line: 1, clip_id: 40 },
      { line: 3, clip_id: 7 },
      { line: 5, clip_id: 9 },
    ],
    mistakes: [
      { line: 4, text: '“tide at dusk” is no number or address of a clip.' },
      { line: 5, text: 'Clip 40 stands in line 1 already.' },
      { line: 6, text: '“999999999999” is no number or address of a clip.' },
    ],
  })
  expect(readLines('0').mistakes).toEqual([{ line: 1, text: 'There is no clip 0.' }])
})

test('whatever is pasted, every clip is wanted once, in the order of the lines', () => {
  const lines = fc.array(fc.oneof(fc.nat({ max: 40 }).map(String), fc.constantFrom('', 'x', '/clips/a/3', '4 5')))
  fc.assert(
    fc.property(lines, said => {
      const { wanted, mistakes } = readLines(said.join('\n'))
      const ids = wanted.map(one => one.clip_id)
      expect(new Set(ids).size).toBe(ids.length)
      const at = wanted.map(one => one.line)
      expect(at).toEqual(at.toSorted((a, b) => a - b))
      expect(mistakes.filter(one => said[one.line - 1] === 'x')).toHaveLength(said.filter(one => one === 'x').length)
    }),
  )
})
