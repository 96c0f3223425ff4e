import fc from 'fast-check'
import { expect, test } from 'vitest'

import { parsePastedLines } from './pasted-lines.ts'

test('each line has numbers or addresses, and other lines are reported', () => {
  const text = [
    '12, 40',
    '',
    'https://shop.example/clips/slow-tide/7?in=3',
    'tide at dusk',
    '40 9',
    '999999999999',
  ].join('\r\n')
  expect(parsePastedLines(text)).toEqual({
    clips: [
      { line: 1, clip_id: 12 },
      { line: 1, clip_id: 40 },
      { line: 3, clip_id: 7 },
      { line: 5, clip_id: 9 },
    ],
    mistakes: [
      { line: 4, text: '“tide at dusk” is not a clip number or address.' },
      { line: 5, text: 'Clip 40 is already in line 1.' },
      { line: 6, text: '“999999999999” is not a clip number or address.' },
    ],
  })
  expect(parsePastedLines('0').mistakes).toEqual([{ line: 1, text: 'There is no clip 0.' }])
})

test('every pasted clip is returned once, in the order of the lines', () => {
  const lines = fc.array(fc.oneof(fc.nat({ max: 40 }).map(String), fc.constantFrom('', 'x', '/clips/a/3', '4 5')))
  fc.assert(
    fc.property(lines, pasted => {
      const { clips, mistakes } = parsePastedLines(pasted.join('\n'))
      const ids = clips.map(clip => clip.clip_id)
      expect(new Set(ids).size).toBe(ids.length)
      const lineNumbers = clips.map(clip => clip.line)
      expect(lineNumbers).toEqual(lineNumbers.toSorted((a, b) => a - b))
      expect(mistakes.filter(mistake => pasted[mistake.line - 1] === 'x')).toHaveLength(
        pasted.filter(mistake => mistake === 'x').length,
      )
    }),
  )
})
