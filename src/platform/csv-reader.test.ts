import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { CsvMistake, readCsv } from './csv-reader.ts'

const cells = (text: string) => readCsv(text).map(record => record.cells)

describe('a CSV table', () => {
  test.each([
    [
      'plain',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'without an end of the last line',
      'a,b\nc,',
      [
        ['a', 'b'],
        ['c', ''],
      ],
    ],
    ['with quotes', '"a, b","say ""cut"""\n', [['a, b', 'say "cut"']]],
    ['with lines in a cell', '"a\nb",c', [['a\nb', 'c']]],
    [
      'with semicolons',
      'file;name\nx,y.mov;z',
      [
        ['file', 'name'],
        ['x,y.mov', 'z'],
      ],
    ],
    [
      'with tabs',
      'file\tname\nx\ty',
      [
        ['file', 'name'],
        ['x', 'y'],
      ],
    ],
    [
      'with a byte order mark and empty lines',
      '\uFEFFa,b\n\n,\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'of an old Macintosh',
      'a,b\rc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['of nothing', '', []],
  ])('%s', (_, text, expected) => expect(cells(text)).toEqual(expected))

  test('each record has its line', () => {
    expect(readCsv('a\n"b\nc"\n\nd').map(record => record.line)).toEqual([1, 2, 5])
  })

  test('any properly quoted table is read back as written', () => {
    const table = fc.array(
      fc.array(
        fc.string({ unit: 'grapheme' }).map(text => `${text}x`),
        { minLength: 2, maxLength: 4 },
      ),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(table, rows => {
        const written = [['head,', ...(rows[0] ?? []).slice(1)], ...rows]
          .map(row => row.map(cell => `"${cell.replaceAll('"', '""')}"`).join(','))
          .join('\r\n')
        expect(cells(written).slice(1)).toEqual(rows)
      }),
    )
  })
})

describe('a mistake has its line', () => {
  test.each([
    ['a,b\nc,"d', 2, /never closed/],
    ['a,b\nc,d"e', 2, /middle of a cell/],
    ['a,b\n"x\ny"z,d', 3, /After a closing quote/],
  ])('%j', (text, line, message) => {
    const error = (() => {
      try {
        return readCsv(text)
      } catch (caught) {
        return caught
      }
    })()
    expect(error).toBeInstanceOf(CsvMistake)
    expect(error).toMatchObject({ line, message: expect.stringMatching(message) })
  })
})
