import { expect, test } from 'vitest'

import { parseThumbs, findThumb } from './sprite.ts'

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

test('parses cues with and without hours, settings and identifiers', () => {
  expect(parseThumbs(vtt, base)).toEqual([
    { from: 0, to: 0.5, url: 'https://shop.test/files/clips/7/sprite.jpg', x: 0, y: 0, width: 160, height: 90 },
    { from: 0.5, to: 1, url: 'https://shop.test/files/clips/7/sprite.jpg', x: 160, y: 0, width: 160, height: 90 },
    { from: 3600, to: 3600.5, url: 'https://shop.test/sheets/2.jpg', x: 0, y: 90, width: 160, height: 90 },
  ])
})

test('parses files with Windows line endings', () => {
  expect(parseThumbs(vtt.replaceAll('\n', '\r\n'), base)).toEqual(parseThumbs(vtt, base))
})

test('returns nothing for other files', () => {
  expect(parseThumbs('<html>Not found</html>', base)).toEqual([])
  expect(findThumb([], 1)).toBeUndefined()
})

test('a time has its own thumbnail, and a time past the end the last one', () => {
  const thumbs = parseThumbs(vtt, base)
  expect(findThumb(thumbs, 0)?.x).toBe(0)
  expect(findThumb(thumbs, 0.75)?.x).toBe(160)
  expect(findThumb(thumbs, 9999)?.y).toBe(90)
})
