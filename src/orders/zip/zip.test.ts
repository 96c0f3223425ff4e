/** Zips as outside programs read them, past 4 GB too, and what becomes of the reading when nobody listens. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { expect, test } from 'vitest'
import yauzl from 'yauzl'

import { zipOf } from './zip.server.ts'

const day = new Date('2026-03-01T12:00:00Z')
const gigabyte = 2 ** 30
const page = Buffer.alloc(2 ** 20)

/** So many zero bytes, from one page of memory. */
const zeros = (size: number) =>
  Readable.from(
    (function* () {
      for (let left = size; left > 0; left -= page.length) yield left < page.length ? page.subarray(0, left) : page
    })(),
    { objectMode: false, highWaterMark: page.length },
  )

/** Reads a stream to its end and keeps only the last bytes. */
const tailOf = async (stream: Readable, keep: number) => {
  let total = 0
  let tail: Buffer = Buffer.alloc(0)
  let most = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    total += chunk.length
    tail = chunk.length >= keep ? chunk.subarray(-keep) : Buffer.concat([tail, chunk]).subarray(-keep)
    most = Math.max(most, process.memoryUsage().arrayBuffers)
  }
  return { total, tail, most }
}

/** A file of which only the end is there. */
class TailReader extends yauzl.RandomAccessReader {
  readonly tail: Buffer
  readonly from: number
  constructor(tail: Buffer, total: number) {
    super()
    this.tail = tail
    this.from = total - tail.length
  }
  override _readStreamForRange(start: number, end: number) {
    if (start < this.from) throw new Error('This part was not kept.')
    return Readable.from([this.tail.subarray(start - this.from, end - this.from)])
  }
}

const entriesIn = async (reader: TailReader, size: number, read: string) => {
  const file = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromRandomAccessReader(reader, size, { lazyEntries: true }, (error, file) =>
      error ? reject(error) : resolve(file),
    ),
  )
  const found: { name: string; size: number; method: number }[] = []
  let text = ''
  await new Promise<void>((resolve, reject) => {
    file.on('entry', (entry: yauzl.Entry) => {
      found.push({ name: entry.fileName, size: entry.uncompressedSize, method: entry.compressionMethod })
      if (entry.fileName !== read) return file.readEntry()
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
  return { found, text }
}

test('past 4 GB another reader finds every entry, the size is the one that was announced, and memory stays flat', async () => {
  const big = 4 * gigabyte + 12_345
  const zip = zipOf(
    [
      { name: 'big.mov', size_bytes: big, read: async () => zeros(big) },
      { name: 'after.mov', size_bytes: 5, read: async () => Readable.from([Buffer.from('after')]) },
      { name: 'manifest.sha256', bytes: Buffer.from('x  big.mov\n') },
    ],
    day,
  )
  const before = process.memoryUsage().arrayBuffers
  const { total, tail, most } = await tailOf(zip.stream, 2 ** 18)
  expect(total).toBe(zip.size_bytes)
  expect(most - before).toBeLessThan(256 * 2 ** 20)
  const { found, text } = await entriesIn(new TailReader(tail, total), total, 'after.mov')
  expect(found).toEqual([
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
      return zeros(3 * page.length)
    },
  })
  const { stream } = zipOf([file('a'), file('b')], day)
  await new Promise(resolve => setImmediate(resolve))
  expect(opened).toEqual(['a'])
  await tailOf(stream, 1)
  expect(opened).toEqual(['a', 'b'])
})

test('whoever goes away ends the reading', async () => {
  const source = zeros(gigabyte)
  const closed = new Promise(resolve => source.once('close', resolve))
  const { stream } = zipOf([{ name: 'a', size_bytes: gigabyte, read: async () => source }], day)
  await new Promise(resolve => stream.once('readable', resolve))
  stream.destroy()
  await closed
  expect(source.destroyed).toBe(true)
})

test.each([
  ['that breaks', () => new Readable({ read: () => {} }).destroy(new Error('The disk is gone.')), 'The disk is gone.'],
  ['that is shorter than was said', () => Readable.from([Buffer.from('ab')]), 'unexpected number of bytes'],
])('a file %s breaks the zip, instead of leaving a damaged one', async (_, file, message) => {
  const { stream } = zipOf([{ name: 'a', size_bytes: 3, read: async () => file() }], day)
  await expect(tailOf(stream, 1)).rejects.toThrow(message)
})
