import { expect, test } from 'vitest'

import { initialsOf } from './avatar.tsx'

test.each([
  ['Ada Okafor', 'AO'],
  ['ada.okafor@longtake.example', 'AO'],
  ['mara@northlight.example', 'M'],
  ['Inês', 'I'],
  ['José María de la Cruz', 'JC'],
  ['  ', ''],
  ['🎬 Tide', 'T'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
