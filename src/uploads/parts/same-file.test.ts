/** Only the file that was begun goes on. */
import { expect, test } from 'vitest'

import { factsOf, whyAnother } from './same-file.ts'

const begun = factsOf({ name: 'tide.mov', size: 3_400_000_000, lastModified: 1_700_000_000_000.4 })

test('the same file goes on', () => {
  expect(begun.modified_ms).toBe(1_700_000_000_000)
  expect(whyAnother(begun, { ...begun })).toBe(undefined)
})

test.each([
  [{ size_bytes: 1 }, 'tide.mov is another file: “tide.mov” has 3.4 GB.'],
  [{ file_name: 'other.mov' }, 'other.mov is another file: choose “tide.mov”, or cancel it and send this one.'],
  [{ modified_ms: 5 }, 'tide.mov was changed since a part of it was sent. Cancel it, and send it anew.'],
])('%o is another one', (different, said) => {
  expect(whyAnother(begun, { ...begun, ...different })).toBe(said)
})
