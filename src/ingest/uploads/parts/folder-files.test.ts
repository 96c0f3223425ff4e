import { expect, test } from 'vitest'

import { listVideoFiles, pickVideoFiles } from './folder-files.ts'

type Tree = { [name: string]: Tree | string }

/** A browser's entries for a tree of folders, and files with their types. `batch`: how many one read returns. */
const toEntries = (tree: Tree, batch = 100): FileSystemEntry[] =>
  Object.entries(tree).map(([name, content]) => {
    const isDirectory = typeof content !== 'string'
    const shared = { name, isDirectory, isFile: !isDirectory }
    if (!isDirectory) {
      const file = (resolve: (file: File) => void) => resolve(new File([name], name, { type: content }))
      return { ...shared, file } as unknown as FileSystemEntry
    }
    const createReader = () => {
      const left = toEntries(content, batch)
      return { readEntries: (resolve: (entries: FileSystemEntry[]) => void) => resolve(left.splice(0, batch)) }
    }
    return { ...shared, createReader } as unknown as FileSystemEntry
  })
const namesOf = (files: readonly File[]) => files.map(({ name }) => name)

test('folders are walked with their sub-folders, and only their video files are taken', async () => {
  const entries = toEntries({
    'Day 2': { 'b.MXF': '', sound: { 'b.wav': 'audio/wav' }, 'notes.txt': 'text/plain' },
    'Day 1': { cards: { A001: { 'a10.mov': 'video/quicktime', 'a9.mov': '' } }, '._a9.mov': '', '.DS_Store': '' },
    'loose.mp4': 'video/mp4',
    'camera.r3d': 'video/x-red',
    empty: {},
  })
  expect(namesOf(await listVideoFiles(entries))).toEqual(['camera.r3d', 'a9.mov', 'a10.mov', 'b.MXF', 'loose.mp4'])
})

test('a folder that the browser reads in parts is read to its end', async () => {
  const folder = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`${n}.mov`, 'video/quicktime']))
  const files = await listVideoFiles(toEntries({ folder }))
  expect(namesOf(files)).toEqual(Object.keys(folder))
})

test('a folder that can’t be read rejects', async () => {
  const reader = { readEntries: (_: unknown, reject: (error: Error) => void) => reject(new Error('NotReadableError')) }
  const folder = { name: 'locked', isDirectory: true, isFile: false, createReader: () => reader }
  await expect(listVideoFiles([folder as unknown as FileSystemEntry])).rejects.toThrow('NotReadableError')
})

test('of a chosen folder the video files are taken in the order of their paths', () => {
  const at = (webkitRelativePath: string) =>
    Object.defineProperty(new File([], webkitRelativePath.split('/').at(-1) ?? ''), 'webkitRelativePath', {
      value: webkitRelativePath,
    })
  const files = ['shoot/b/2.mov', 'shoot/a/10.mov', 'shoot/readme.md', 'shoot/a/9.mov', 'shoot/a/._9.mov'].map(at)
  expect(pickVideoFiles(files).map(file => file.webkitRelativePath)).toEqual([
    'shoot/a/9.mov',
    'shoot/a/10.mov',
    'shoot/b/2.mov',
  ])
})
