import { expect, test } from 'vitest'

import { atLeast, imageUrl } from './sizes.ts'

const id = '3f'.repeat(16)

test.each([
  [36, 156],
  [156, 156],
  [157, 512],
  [512, 512],
  [4_000, 512],
])('a place of %i pixels gets the form of %i', (px, given) => {
  expect(atLeast(imageUrl(id), px)).toBe(`/media/images/${id}/${given}.webp`)
})

test.each([
  'https://res.cloudinary.com/aster/image/authenticated/s--x--/c_fit,h_156/avatars/1/x',
  '/media/aster/poster.webp',
  '',
])('%s stays as it is', url => {
  expect(atLeast(url, 512)).toBe(url)
})
