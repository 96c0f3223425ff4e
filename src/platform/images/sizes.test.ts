import { expect, test } from 'vitest'

import { imageUrlAtLeast, imageUrl } from './sizes.ts'

const id = '3f'.repeat(16)

test.each([
  [36, 156],
  [156, 156],
  [157, 512],
  [512, 512],
  [4_000, 512],
])('a display width of %i pixels gets the %i-pixel rendition', (px, width) => {
  expect(imageUrlAtLeast(imageUrl(id), px)).toBe(`/media/images/${id}/${width}.webp`)
})

test.each([
  'https://res.cloudinary.com/aster/image/authenticated/s--x--/c_fit,h_156/avatars/1/x',
  '/media/aster/poster.webp',
  '',
])('%s is unchanged', url => {
  expect(imageUrlAtLeast(url, 512)).toBe(url)
})
