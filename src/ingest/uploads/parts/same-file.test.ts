/** Only the same file can resume an upload. */
import { expect, test } from 'vitest'

import { identityOf, mismatchReason } from './same-file.ts'

const original = identityOf({ name: 'tide.mov', size: 3_400_000_000, lastModified: 1_700_000_000_000.4 })

test('the same file resumes the upload', () => {
  expect(original.modified_ms).toBe(1_700_000_000_000)
  expect(mismatchReason(original, { ...original })).toBe(undefined)
})

test.each([
  [{ size_bytes: 1 }, 'tide.mov is another file: “tide.mov” has 3.4 GB.'],
  [{ file_name: 'other.mov' }, 'other.mov is another file: choose “tide.mov”, or cancel it and send this one.'],
  [{ modified_ms: 5 }, 'tide.mov was changed since a part of it was sent. Cancel it and upload it again.'],
])('a file with %o is a different one', (changes, message) => {
  expect(mismatchReason(original, { ...original, ...changes })).toBe(message)
})
