import { expect, test } from 'vitest'

import { findAvatarProblem } from './avatar-file.ts'

test.each([
  ['image/jpeg', 1, undefined],
  ['image/png', 26_214_400, undefined],
  ['image/gif', 26_214_401, 'This image is too large'],
  ['image/jpeg', 0, 'This image is empty'],
  ['image/svg+xml', 900, 'This file is not an image we can use'],
  ['image/webp', 900, 'This file is not an image we can use'],
  ['', 900, 'This file is not an image we can use'],
])('%s of %i bytes: %s', (type, size, title) => {
  expect(findAvatarProblem({ type, size })?.title).toBe(title)
})

test('a file that is too large is refused with the size limit', () => {
  expect(findAvatarProblem({ type: 'image/png', size: 30_000_000 })?.detail).toBe(
    'Select an image that is 25 MB or less.',
  )
})
