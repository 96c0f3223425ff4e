import fc from 'fast-check'
import { expect, test } from 'vitest'

import { saveFile, type Folder } from './save-file.ts'

/** A folder as browsers give it, in memory: what is written is there once its file is closed. */
const folderWith = (files: Record<string, Uint8Array>) => {
  const folder = {
    getFileHandle: async (name: string) => ({
      getFile: async () => ({ size: (files[name] ?? new Uint8Array()).length }),
      createWritable: async () => {
        let draft = files[name] ?? new Uint8Array()
        return {
          truncate: async (size: number) => void (draft = draft.slice(0, size)),
          write: async ({ position, data }: { position: number; data: Uint8Array }) => {
            const after = new Uint8Array(Math.max(draft.length, position + data.length))
            after.set(draft)
            after.set(data, position)
            draft = after
          },
          close: async () => void (files[name] = draft),
        }
      },
    }),
  }
  return folder as unknown as Folder
}

/** A server with one file, whose line breaks after so many bytes, each time once. */
const serverWith = (bytes: Uint8Array, breaks: number[] = []) => {
  const ranges: string[] = []
  const get = async (_url: unknown, init?: RequestInit) => {
    const range = new Headers(init?.headers).get('range')
    ranges.push(range ?? 'whole')
    const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
    if (range && from >= bytes.length)
      return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.length}` } })
    const part = bytes.slice(from)
    const breakAfter = breaks.shift()
    let sent = false
    const body = new ReadableStream({
      pull(line) {
        if (sent) return line.error(new TypeError('network'))
        sent = true
        if (breakAfter === 0) return line.error(new TypeError('network'))
        line.enqueue(part.slice(0, breakAfter))
        if (breakAfter === undefined || breakAfter >= part.length) line.close()
      },
    })
    return new Response(body, {
      status: range ? 206 : 200,
      headers: {
        'content-length': String(part.length),
        ...(range && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
      },
    })
  }
  return { get: get as typeof fetch, ranges }
}

const address = async () => ({ url: '/download/a', name: 'a.mov' })
const signal = new AbortController().signal

test('whatever lies there already, and however often the line breaks, the file is whole in the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.nat(300),
      fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 6 }),
      async (bytes, there, breaks) => {
        const files: Record<string, Uint8Array> = { 'a.mov': bytes.slice(0, there) }
        const { get } = serverWith(bytes, breaks)
        await saveFile({ folder: folderWith(files), address, signal, told: () => {}, get })
        expect([...(files['a.mov'] ?? [])]).toEqual([...bytes])
      },
    ),
    { numRuns: 100 },
  )
})

test('what is there is not fetched again', async () => {
  const files = { 'a.mov': new Uint8Array([1, 2, 3]) }
  const { get, ranges } = serverWith(new Uint8Array([1, 2, 3, 4, 5]))
  const told: number[] = []
  await saveFile({ folder: folderWith(files), address, signal, told: done => told.push(done), get })
  expect(ranges).toEqual(['bytes=3-'])
  expect(told).toEqual([3, 5])
})

test('a longer file of the same name gives way', async () => {
  const files = { 'a.mov': new Uint8Array([9, 9, 9, 9]) }
  const { get } = serverWith(new Uint8Array([1, 2]))
  await saveFile({ folder: folderWith(files), address, signal, told: () => {}, get })
  expect([...files['a.mov']]).toEqual([1, 2])
})

test('a refusal ends it with the shop’s words', async () => {
  const get = (async () =>
    new Response(JSON.stringify({ message: 'This order is closed.' }), { status: 409 })) as unknown as typeof fetch
  const saving = saveFile({ folder: folderWith({}), address, signal, told: () => {}, get })
  await expect(saving).rejects.toThrow('This order is closed.')
})

test('a line that is down is given up, with what has come kept', async () => {
  const files: Record<string, Uint8Array> = {}
  const { get } = serverWith(new Uint8Array([1, 2, 3]), [2, 0, 0, 0, 0, 0])
  await expect(saveFile({ folder: folderWith(files), address, signal, told: () => {}, get })).rejects.toThrow('network')
  expect([...(files['a.mov'] ?? [])]).toEqual([1, 2])
})

test('stopped by somebody, what has come is kept', async () => {
  const files: Record<string, Uint8Array> = {}
  const stop = new AbortController()
  const { get } = serverWith(new Uint8Array([1, 2, 3]), [2])
  const saving = saveFile({
    folder: folderWith(files),
    address,
    signal: stop.signal,
    told: done => done === 2 && stop.abort(),
    get,
  })
  await expect(saving).rejects.toThrow()
  expect([...(files['a.mov'] ?? [])]).toEqual([1, 2])
})
