import { expect, test } from 'vitest'

import { parseThumbs, thumbAt } from './sprite.ts'

const base = 'https://shop.test/files/clips/7/sprite.vtt'
const vtt = `WEBVTT

NOTE made from the master

1
00:00.000 --> 00:00.500
sprite.jpg#xywh=0,0,160,90

00:00:00.500 --> 00:00:01.000 align:start
sprite.jpg#xywh=160,0,160,90

01:00:00.000 --> 01:00:00.500
/sheets/2.jpg#xywh=0,90,160,90
`

test('reads cues with and without hours, settings and identifiers', () => {
  expect(parseThumbs(vtt, base)).toEqual([
    { from: 0, to: 0.5, url: 'https://shop.test/files/clips/7/sprite.jpg', x: 0, y: 0, width: 160, height: 90 },
    { from: 0.5, to: 1, url: 'https://shop.test/files/clips/7/sprite.jpg', x: 160, y: 0, width: 160, height: 90 },
    { from: 3600, to: 3600.5, url: 'https://shop.test/sheets/2.jpg', x: 0, y: 90, width: 160, height: 90 },
  ])
})

test('reads files with Windows line ends the same', () => {
  expect(parseThumbs(vtt.replaceAll('\n', '\r\n'), base)).toEqual(parseThumbs(vtt, base))
})

test('finds nothing in what is no sprite file', () => {
  expect(parseThumbs('<html>Not found</html>', base)).toEqual([])
  expect(thumbAt([], 1)).toBeUndefined()
})

test('a moment finds its thumbnail, and one past the end the last', () => {
  const thumbs = parseThumbs(vtt, base)
  expect(thumbAt(thumbs, 0)?.x).toBe(0)
  expect(thumbAt(thumbs, 0.75)?.x).toBe(160)
  expect(thumbAt(thumbs, 9999)?.y).toBe(90)
})
