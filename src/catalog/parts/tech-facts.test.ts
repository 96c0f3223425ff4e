import { expect, test } from 'vitest'

import { formatAspectRatio, formatFrameRate, formatSampling, formatFileSize } from './tech-facts.ts'

test.each([
  [854, 480, '16:9'],
  [480, 854, '9:16'],
  [960, 402, '2.39:1'],
  [1080, 1080, '1:1'],
  [1500, 1000, '1.50:1'],
])('the aspect ratio of %i × %i is %s', (width, height, name) => {
  expect(formatAspectRatio({ width, height })).toBe(name)
})

test('frame rates keep the decimals that distinguish them', () => {
  expect(formatFrameRate(24)).toBe('24 fps')
  expect(formatFrameRate(24_000 / 1_001)).toBe('23.976 fps')
})

test('sizes are decimal and never 0', () => {
  expect(formatFileSize(1)).toBe('1 kB')
  expect(formatFileSize(763_400)).toBe('764 kB')
  expect(formatFileSize(14_230_000)).toBe('14.2 MB')
  expect(formatFileSize(2_345_000_000)).toBe('2.35 GB')
})

test.each([
  ['yuv420p', '4:2:0'],
  ['yuvj422p', '4:2:2'],
  ['yuv444p12le', '4:4:4'],
  ['gbrp10le', 'gbrp10le'],
])('the chroma subsampling of %s is %s', (pixel_format, name) => {
  expect(formatSampling(pixel_format)).toBe(name)
})
