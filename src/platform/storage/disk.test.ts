import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  statSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { openDisk, type Storage } from './disk.server.ts'

let folder: string
let root: string
let file: string
let disk: Storage
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-disk-'))
  root = path.join(folder, 'files')
  file = path.join(folder, 'incoming.mp4')
  writeFileSync(file, '0123456789')
  mkdirSync(root)
  disk = openDisk(root)
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a stored file can be read whole or in part, and outlives its source', async () => {
  await disk.adopt('masters/aster/tide-01.mp4', file)
  rmSync(file)
  const storedFile = await disk.open('masters/aster/tide-01.mp4')
  expect(storedFile?.size_bytes).toBe(10)
  expect(storedFile && (await text(storedFile.read()))).toBe('0123456789')
  expect(storedFile && (await text(storedFile.read({ start: 2, end: 4 })))).toBe('234')
})

test('storing a file under an existing key keeps the existing file', async () => {
  await disk.adopt('a.mp4', file)
  const other = path.join(folder, 'other.mp4')
  writeFileSync(other, 'other')
  await disk.adopt('a.mp4', other)
  expect(readFileSync(path.join(root, 'a.mp4'), 'utf8')).toBe('0123456789')
})

test('bytes replace an existing file and can be removed twice', async () => {
  await disk.put('images/a/156.webp', Buffer.from('first'))
  await disk.put('images/a/156.webp', Buffer.from('second'))
  const storedFile = await disk.open('images/a/156.webp')
  expect(storedFile && (await text(storedFile.read()))).toBe('second')
  expect(readdirSync(path.join(root, 'images/a'))).toEqual(['156.webp'])
  await disk.remove('images/a/156.webp')
  await disk.remove('images/a/156.webp')
  expect(await disk.open('images/a/156.webp')).toBeUndefined()
})

test('concurrent copies from another device are complete and leave no temporary files', async () => {
  const otherDevice = ['/dev/shm', 'node_modules'].find(
    candidate => existsSync(candidate) && statSync(candidate).dev !== statSync(folder).dev,
  )
  if (otherDevice === undefined) return
  const source = path.join(mkdtempSync(path.join(otherDevice, 'longtake-')), 'far.mp4')
  writeFileSync(source, 'x'.repeat(1_000_000))
  expect(() => linkSync(source, path.join(folder, 'probe'))).toThrow('EXDEV')
  await Promise.all(Array.from({ length: 10 }, () => disk.adopt('far.mp4', source)))
  expect(readFileSync(path.join(root, 'far.mp4'), 'utf8')).toHaveLength(1_000_000)
  expect(readdirSync(root)).toEqual(['far.mp4'])
  rmSync(path.dirname(source), { recursive: true })
})

test.each([
  '../secret',
  'masters/../../secret',
  '/etc/passwd',
  'masters//a',
  'masters/./a',
  'masters/',
  '.hidden',
  'a\0b',
  'a\nb',
  'a b',
  'a\\b',
  'C:a',
  '',
])('%j is not a valid key', async key => {
  await expect(disk.open(key)).rejects.toThrow('A storage key has')
  await expect(disk.adopt(key, file)).rejects.toThrow('A storage key has')
  await expect(disk.put(key, Buffer.from('x'))).rejects.toThrow('A storage key has')
  await expect(disk.remove(key)).rejects.toThrow('A storage key has')
  expect(readdirSync(root)).toEqual([])
})

test.each(['nothing.mp4', 'masters', `${'a'.repeat(300)}.mp4`])('%s is not a file', async key => {
  await disk.adopt('masters/a.mp4', file)
  expect(await disk.open(key)).toBeUndefined()
})
