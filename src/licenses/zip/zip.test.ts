/** Zips as other programs read them, beyond 4 GB too, and what happens when the client disconnects. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { expect, test } from 'vitest'
import yauzl from 'yauzl'

import { createZip } from './zip.server.ts'

const day = new Date('2026-03-01T12:00:00Z')
const GIGABYTE = 2 ** 30
const page = Buffer.alloc(2 ** 20)

/** A stream of zero bytes that reuses one page of memory. */
const zeroStream = (size: number) =>
  Readable.from(
    (function* () {
      for (let left = size; left > 0; left -= page.length) yield left < page.length ? page.subarray(0, left) : page
    })(),
    { objectMode: false, highWaterMark: page.length },
  )

/** Reads a stream to its end and keeps only the last bytes. */
const readTail = async (stream: Readable, length: number) => {
  let total = 0
  let tail: Buffer = Buffer.alloc(0)
  let maxMemory = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    total += chunk.length
    tail = chunk.length >= length ? chunk.subarray(-length) : Buffer.concat([tail, chunk]).subarray(-length)
    maxMemory = Math.max(maxMemory, process.memoryUsage().arrayBuffers)
  }
  return { total, tail, most: maxMemory }
}

/** Gives random access to a file of which only the end is available. */
class TailReader extends yauzl.RandomAccessReader {
  readonly tail: Buffer
  readonly from: number
  constructor(tail: Buffer, total: number) {
    super()
    this.tail = tail
    this.from = total - tail.length
  }
  override _readStreamForRange(start: number, end: number) {
    if (start < this.from) throw new Error('This part is not available.')
    return Readable.from([this.tail.subarray(start - this.from, end - this.from)])
  }
}

const readEntries = async (reader: TailReader, size: number, entryToRead: string) => {
  const file = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromRandomAccessReader(reader, size, { lazyEntries: true }, (error, file) =>
      error ? reject(error) : resolve(file),
    ),
  )
  const entries: { name: string; size: number; method: number }[] = []
  let text = ''
  await new Promise<void>((resolve, reject) => {
    file.on('entry', (entry: yauzl.Entry) => {
      entries.push({ name: entry.fileName, size: entry.uncompressedSize, method: entry.compressionMethod })
      if (entry.fileName !== entryToRead) return file.readEntry()
      file.openReadStream(entry, (error, stream) => {
        if (error) return reject(error)
        void buffer(stream).then(bytes => {
          text = bytes.toString()
          file.readEntry()
        }, reject)
      })
    })
    file.on('end', resolve).on('error', reject).readEntry()
  })
  return { entries, text }
}

/** Beyond 4 GB a ZIP file has other headers. Checksums of that many bytes take half a minute, so only `all` reaches it. */
const bigSize_bytes = (process.env['LONG_TESTS'] ? 4 * GIGABYTE : GIGABYTE / 2) + 12_345

test('another reader finds every entry of a big file, the size is the stated one, and memory stays flat', async () => {
  const big = bigSize_bytes
  const zip = createZip(
    [
      { name: 'big.mov', size_bytes: big, read: async () => zeroStream(big) },
      { name: 'after.mov', size_bytes: 5, read: async () => Readable.from([Buffer.from('after')]) },
      { name: 'manifest.sha256', bytes: Buffer.from('x  big.mov\n') },
    ],
    day,
  )
  const before = process.memoryUsage().arrayBuffers
  const { total, tail, most: maxMemory } = await readTail(zip.stream, 2 ** 18)
  expect(total).toBe(zip.size_bytes)
  expect(maxMemory - before).toBeLessThan(256 * 2 ** 20)
  const { entries, text } = await readEntries(new TailReader(tail, total), total, 'after.mov')
  expect(entries).toEqual([
    { name: 'big.mov', size: big, method: 0 },
    { name: 'after.mov', size: 5, method: 0 },
    { name: 'manifest.sha256', size: 11, method: 0 },
  ])
  expect(text).toBe('after')
}, 300_000)

test('files are opened one after the other', async () => {
  const opened: string[] = []
  const file = (name: string) => ({
    name,
    size_bytes: 3 * page.length,
    read: async () => {
      opened.push(name)
      return zeroStream(3 * page.length)
    },
  })
  const { stream } = createZip([file('a'), file('b')], day)
  await new Promise(resolve => setImmediate(resolve))
  expect(opened).toEqual(['a'])
  await readTail(stream, 1)
  expect(opened).toEqual(['a', 'b'])
})

test('a client that disconnects stops the reading', async () => {
  const source = zeroStream(GIGABYTE)
  const closed = new Promise(resolve => source.once('close', resolve))
  const { stream } = createZip([{ name: 'a', size_bytes: GIGABYTE, read: async () => source }], day)
  await new Promise(resolve => stream.once('readable', resolve))
  stream.destroy()
  await closed
  expect(source.destroyed).toBe(true)
})

test.each([
  ['that breaks', () => new Readable({ read: () => {} }).destroy(new Error('The disk is gone.')), 'The disk is gone.'],
  ['that is shorter than stated', () => Readable.from([Buffer.from('ab')]), 'unexpected number of bytes'],
])('a file %s breaks the zip instead of leaving a damaged one', async (_, file, message) => {
  const { stream } = createZip([{ name: 'a', size_bytes: 3, read: async () => file() }], day)
  await expect(readTail(stream, 1)).rejects.toThrow(message)
})
