import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toEntryNames } from './entry-names.ts'

test.each([
  ['../../etc/passwd', 'etc-passwd'],
  ['C:\\Windows\\evil.exe', 'C-Windows-evil.exe'],
  ['  .hidden.mov', 'hidden.mov'],
  ['a\0b\r\n.mov', 'a-b.mov'],
  ['Ölmühle – Morgen.mov', 'Olmuhle-Morgen.mov'],
  ['nul.mov', '_nul.mov'],
  ['', 'file'],
  ['🎬', 'file'],
  ['...', 'file'],
])('%j becomes %j', (requested, name) => {
  expect(toEntryNames([requested])).toEqual([name])
})

test('duplicate names are numbered, and so are names that differ only in case', () => {
  expect(toEntryNames(['a.mov', 'A.mov', 'a.mov', 'a-2.mov'])).toEqual(['a.mov', 'A-2.mov', 'a-3.mov', 'a-2-2.mov'])
})

test('any input gives plain names, one for each, all distinct, that a second run leaves unchanged', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('a.mov', '../a.mov', 'A.MOV', 'con', 'x'.repeat(300) + '.mov'),
  )
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), requested => {
      const names = toEntryNames(requested)
      expect(names).toHaveLength(requested.length)
      expect(new Set(names.map(entryName => entryName.toLowerCase())).size).toBe(names.length)
      for (const entryName of names) {
        expect(entryName).toMatch(/^[A-Za-z0-9_][\w.-]*$/)
        expect(entryName).not.toContain('..')
        expect(entryName.length).toBeLessThanOrEqual(130)
      }
    }),
  )
})
