/** The technical facts of a master: read from the file, never typed by anyone. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { containerOf } from './container.server.ts'
import { factsOf, type Probe } from './facts.ts'
import { fence, run, type Programs } from './ffmpeg.server.ts'
import { countFrames } from './frame-times.server.ts'

const LIMIT_MS = 60_000

/** SHA-256 of a file of any size, in hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Throws UnusableFootage when the file is no video we can license, with the reason. */
export async function probe(programs: Programs, file: string): Promise<Probe> {
  const container = await containerOf(file)
  // A name that begins with a word and a colon would be an address to ffprobe; a whole path never is.
  const master = path.resolve(file)
  const args = ['-v', 'error', ...fence, '-f', container, '-show_streams', '-show_format', '-of', 'json', master]
  const { facts, notes } = factsOf(await run(programs.ffprobe, args, { limit_ms: LIMIT_MS }), container)
  const [frames, { size }, sha256] = await Promise.all([
    countFrames(programs, master, container),
    stat(master),
    hashFile(master),
  ])
  return { facts: { ...facts, frames, size_bytes: size, sha256 }, notes }
}
