/** Checks that every test named in `docs/security.md` exists. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const document = readFileSync(path.join(root, 'docs/security.md'), 'utf8')

const references = [...document.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`(?: › “([^”]+)”)?/g)].map(
  ([, file = '', title]) => ({
    file: [path.join(root, file), path.join(root, 'src', file)].find(existsSync) ?? file,
    title,
  }),
)

test('every named test exists under its title', () => {
  expect(references.length).toBeGreaterThan(70)
  const missing = references.filter(
    ({ file, title = '' }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(title),
  )
  expect(missing).toEqual([])
})

test('every requirement names a test', () => {
  const [, table = ''] = document.split('## Requirements')
  const rows = (table.split('## ')[0] ?? '').split('\n').filter(line => /^\| (?!Requirement)/.test(line))
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter(row => !/\.(?:test|spec)\.ts`/.test(row))).toEqual([])
})
