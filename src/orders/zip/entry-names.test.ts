import fc from 'fast-check'
import { expect, test } from 'vitest'

import { entryNames } from './entry-names.ts'

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
])('%j becomes %j', (wanted, name) => {
  expect(entryNames([wanted])).toEqual([name])
})

test('the same name twice stands apart, and so do names that differ in capitals alone', () => {
  expect(entryNames(['a.mov', 'A.mov', 'a.mov', 'a-2.mov'])).toEqual(['a.mov', 'A-2.mov', 'a-3.mov', 'a-2-2.mov'])
})

test('whatever is wanted: plain names, one for each, each once, that a second cleaning leaves alone', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('a.mov', '../a.mov', 'A.MOV', 'con', 'x'.repeat(300) + '.mov'),
  )
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), wanted => {
      const names = entryNames(wanted)
      expect(names).toHaveLength(wanted.length)
      expect(new Set(names.map(one => one.toLowerCase())).size).toBe(names.length)
      for (const one of names) {
        expect(one).toMatch(/^[A-Za-z0-9_][\w.-]*$/)
        expect(one).not.toContain('..')
        expect(one.length).toBeLessThanOrEqual(130)
      }
    }),
  )
})
