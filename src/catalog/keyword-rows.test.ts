/** Parsing a keyword table with mistakes: good rows are read, bad rows are reported with their line. */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readKeywordRows } from './keyword-rows.ts'

test('clips by number, URL and slug; keywords in one or many cells, without duplicates', () => {
  const text =
    'clip,keywords\n7,"dusk, Fog; fog"\n#8,pier,gull\nhttps://longtake.example/clips/slow-tide/9?x=1,a|b\nslow-tide,c\n'
  expect(readKeywordRows(text)).toEqual({
    rows: [
      { line: 2, clip: { id: 7 }, keywords: ['dusk', 'Fog'] },
      { line: 3, clip: { id: 8 }, keywords: ['pier', 'gull'] },
      { line: 4, clip: { id: 9 }, keywords: ['a', 'b'] },
      { line: 5, clip: { slug: 'slow-tide' }, keywords: ['c'] },
    ],
    mistakes: [],
  })
})

test('each mistake has its line and reason, and does not stop other rows', () => {
  const text = ['7,dusk', 'no clip!,x', '8', '7,again', '9,"a"b', '99999999999,x', '10,fog', '11,"open'].join('\n')
  const { rows, mistakes } = readKeywordRows(text)
  expect(rows.map(({ line }) => line)).toEqual([1, 7])
  expect(mistakes).toEqual([
    { line: 2, text: '“no clip!” is not a clip.' },
    { line: 3, text: 'There is no keyword.' },
    { line: 4, text: 'The same clip as in row 1.' },
    { line: 5, text: 'After a closing quote comes the next cell or the end of the line.' },
    { line: 6, text: '“99999999999” is not a clip.' },
    { line: 8, text: 'A quote is opened and never closed.' },
  ])
})

test('too many rows throw', () => {
  const text = Array.from({ length: 10_002 }, (_, i) => `${i + 1},dusk`).join('\n')
  expect(() => readKeywordRows(text)).toThrow('More than 10,000 rows')
})

const keyword = fc.stringMatching(/^[a-zéß][a-zéß "'-]{0,20}[a-zéß]$/)
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
/** Each is one invalid line. */
const invalidLine = fc.constantFrom('not a clip!,x', '#0,x', '12345', '3,"a"b,c', ',lonely', '99999999999,x')

test('any mix of rows returns the good ones as written and the bad ones by line', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          invalidLine.map(text => ({ text, keywords: undefined })),
          fc
            .uniqueArray(keyword, {
              minLength: 1,
              maxLength: 8,
              selector: word => word.replaceAll(/\s+/g, ' ').toLowerCase(),
            })
            .map(keywords => ({ text: '', keywords })),
        ),
        { maxLength: 30 },
      ),
      fc.constantFrom('\n', '\r\n'),
      (lines, end) => {
        const text = lines
          .map(({ text, keywords }, i) => (keywords ? [i + 1_000, ...keywords.map(quoted)].join(',') : text))
          .join(end)
        const { rows, mistakes } = readKeywordRows(text)
        const expected = lines.flatMap(({ keywords }, i) =>
          keywords
            ? [{ line: i + 1, clip: { id: i + 1_000 }, keywords: keywords.map(word => word.replaceAll(/\s+/g, ' ')) }]
            : [],
        )
        expect(rows).toEqual(expected)
        const reportedLines = [...rows, ...mistakes].map(({ line }) => line).toSorted((a, b) => a - b)
        expect(reportedLines).toEqual(lines.map((_, i) => i + 1))
      },
    ),
  )
})

test('no input makes the parser throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9a-z,;"\n\r\t ]*$/)),
      text => {
        const { rows } = readKeywordRows(text)
        for (const { keywords } of rows) expect(keywords.length).toBeGreaterThan(0)
      },
    ),
  )
})
