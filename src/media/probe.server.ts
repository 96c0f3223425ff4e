/** Reads the technical facts of a master from the file. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { detectContainer } from './container.server.ts'
import { inputGuards, run, type Programs } from './ffmpeg.server.ts'
import { countFrames } from './frame-times.server.ts'
import { parseFacts, type ProbeResult } from './tech-facts.ts'

const LIMIT_MS = 60_000

/** Returns the SHA-256 of a file in hex. Streams, so the file can be of any size. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Returns a file's technical facts. Throws UnusableFootage with the reason when we cannot license it. */
export async function probe(programs: Programs, file: string): Promise<ProbeResult> {
  const container = await detectContainer(file)
  // ffprobe would read a name such as "http:x" as a URL; it never does so with an absolute path.
  const master = path.resolve(file)
  const args = ['-v', 'error', ...inputGuards, '-f', container, '-show_streams', '-show_format', '-of', 'json', master]
  const { facts, notes } = parseFacts(await run(programs.ffprobe, args, { limit_ms: LIMIT_MS }), container)
  const [frames, { size }, sha256] = await Promise.all([
    countFrames(programs, master, container),
    stat(master),
    hashFile(master),
  ])
  return { facts: { ...facts, frames, size_bytes: size, sha256 }, notes }
}
