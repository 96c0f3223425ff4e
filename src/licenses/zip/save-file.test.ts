import fc from 'fast-check'
import { expect, test } from 'vitest'

import { saveFile, type SaveFolder } from './save-file.ts'

/** An in-memory folder like a browser's: a written file appears when it is closed. */
const createFolder = (files: Record<string, Uint8Array>) => {
  const folder = {
    getFileHandle: async (name: string) => ({
      getFile: async () => ({ size: (files[name] ?? new Uint8Array()).length }),
      createWritable: async () => {
        let draft = files[name] ?? new Uint8Array()
        return {
          truncate: async (size: number) => void (draft = draft.slice(0, size)),
          write: async ({ position, data }: { position: number; data: Uint8Array }) => {
            const next = new Uint8Array(Math.max(draft.length, position + data.length))
            next.set(draft)
            next.set(data, position)
            draft = next
          },
          close: async () => void (files[name] = draft),
        }
      },
    }),
  }
  return folder as unknown as SaveFolder
}

/** A server with one file, whose connection breaks once after each of these numbers of bytes. */
const createServer = (bytes: Uint8Array, breaks: number[] = []) => {
  const ranges: string[] = []
  const fetchFile = async (_url: unknown, init?: RequestInit) => {
    const range = new Headers(init?.headers).get('range')
    ranges.push(range ?? 'whole')
    const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
    if (range && from >= bytes.length)
      return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.length}` } })
    const part = bytes.slice(from)
    const breakAfter = breaks.shift()
    let sent = false
    const body = new ReadableStream({
      pull(controller) {
        if (sent) return controller.error(new TypeError('network'))
        sent = true
        if (breakAfter === 0) return controller.error(new TypeError('network'))
        controller.enqueue(part.slice(0, breakAfter))
        if (breakAfter === undefined || breakAfter >= part.length) controller.close()
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
  return { fetchFile: fetchFile as typeof fetch, ranges }
}

const getLink = async () => ({ url: '/download/a', name: 'a.mov' })
const signal = new AbortController().signal

test('the file is complete in the end, whatever exists already and however often the connection breaks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.nat(300),
      fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 6 }),
      async (bytes, existing, breaks) => {
        const files: Record<string, Uint8Array> = { 'a.mov': bytes.slice(0, existing) }
        const { fetchFile } = createServer(bytes, breaks)
        await saveFile({ folder: createFolder(files), getLink, signal, onProgress: () => {}, fetchFile })
        expect([...(files['a.mov'] ?? [])]).toEqual([...bytes])
      },
    ),
    { numRuns: 100 },
  )
})

test('existing bytes are not fetched again', async () => {
  const files = { 'a.mov': new Uint8Array([1, 2, 3]) }
  const { fetchFile, ranges } = createServer(new Uint8Array([1, 2, 3, 4, 5]))
  const progress: number[] = []
  await saveFile({
    folder: createFolder(files),
    getLink,
    signal,
    onProgress: done_bytes => progress.push(done_bytes),
    fetchFile,
  })
  expect(ranges).toEqual(['bytes=3-'])
  expect(progress).toEqual([3, 5])
})

test('a longer file of the same name is replaced', async () => {
  const files = { 'a.mov': new Uint8Array([9, 9, 9, 9]) }
  const { fetchFile } = createServer(new Uint8Array([1, 2]))
  await saveFile({ folder: createFolder(files), getLink, signal, onProgress: () => {}, fetchFile })
  expect([...files['a.mov']]).toEqual([1, 2])
})

test('a refusal fails with the server’s message', async () => {
  const fetchFile = (async () =>
    new Response(JSON.stringify({ message: 'This order is closed.' }), { status: 409 })) as unknown as typeof fetch
  const result = saveFile({ folder: createFolder({}), getLink, signal, onProgress: () => {}, fetchFile })
  await expect(result).rejects.toThrow('This order is closed.')
})

test('a dead connection is given up, and received bytes stay', async () => {
  const files: Record<string, Uint8Array> = {}
  const { fetchFile } = createServer(new Uint8Array([1, 2, 3]), [2, 0, 0, 0, 0, 0])
  await expect(
    saveFile({ folder: createFolder(files), getLink, signal, onProgress: () => {}, fetchFile }),
  ).rejects.toThrow('network')
  expect([...(files['a.mov'] ?? [])]).toEqual([1, 2])
})

test('when the user stops, received bytes stay', async () => {
  const files: Record<string, Uint8Array> = {}
  const stop = new AbortController()
  const { fetchFile } = createServer(new Uint8Array([1, 2, 3]), [2])
  const result = saveFile({
    folder: createFolder(files),
    getLink,
    signal: stop.signal,
    onProgress: done_bytes => done_bytes === 2 && stop.abort(),
    fetchFile,
  })
  await expect(result).rejects.toThrow()
  expect([...(files['a.mov'] ?? [])]).toEqual([1, 2])
})
