import { expect, test } from 'vitest'

import { toCsv } from './csv.ts'

test.each(['=1+1', '+1', '-1+1', '-A1', '@SUM(A1)', '\t=1', '\r=1'])(
  'a cell that begins like the formula %j is text',
  text => {
    expect(toCsv([[text, 'a "b"', null, 5]])).toBe(`"'${text}","a ""b""","","5"\r\n`)
  },
)

test('a negative amount stays a number', () => {
  expect(toCsv([['-12.50', -3]])).toBe('"-12.50","-3"\r\n')
})
