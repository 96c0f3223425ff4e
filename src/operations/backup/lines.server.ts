/** Compressed files of lines, counted and hashed while they are written and read. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

export type LinesSummary = { count: number; sha256: string }

/** Passes lines on, and sums them up. */
export const createSummary = () => {
  const hash = createHash('sha256')
  let count = 0
  return {
    add: (lines: readonly string[]) => {
      count += lines.length
      if (lines.length > 0) hash.update(`${lines.join('\n')}\n`)
    },
    end: (): LinesSummary => ({ count, sha256: hash.digest('hex') }),
  }
}

/** Writes batches of lines to a new file. */
export const writeLines = async (file: string, batches: AsyncIterable<string[]>): Promise<LinesSummary> => {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const summary = createSummary()
  const encode = async function* () {
    for await (const lines of batches) {
      summary.add(lines)
      if (lines.length > 0) yield `${lines.join('\n')}\n`
    }
  }
  await pipeline(encode, createGzip({ level: 4 }), createWriteStream(file, { mode: 0o600, flush: true }))
  return summary.end()
}

const MAX_BATCH_LINES = 500
const MAX_BATCH_LENGTH = 1_000_000

/** Reads a file in batches of lines. Throws when it ends too early or is damaged. */
export async function* readLines(file: string): AsyncGenerator<string[]> {
  const source = createReadStream(file)
  const text = source.pipe(createGunzip()).setEncoding('utf8')
  source.on('error', error => text.destroy(error))
  let batch: string[] = []
  let length = 0
  let rest = ''
  for await (const chunk of text as AsyncIterable<string>) {
    // Only line feeds separate lines: texts may contain any other separator.
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      batch.push(line)
      length += line.length
      if (batch.length < MAX_BATCH_LINES && length < MAX_BATCH_LENGTH) continue
      yield batch
      batch = []
      length = 0
    }
  }
  if (rest !== '') throw new Error(`${file} ends in the middle of a line.`)
  if (batch.length > 0) yield batch
}

/** Reads a whole file only to sum it up. */
export const summarizeLines = async (file: string): Promise<LinesSummary> => {
  const summary = createSummary()
  for await (const lines of readLines(file)) summary.add(lines)
  return summary.end()
}
