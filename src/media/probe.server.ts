/** Reads the technical facts of a master from the file. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { inputGuards, type Programs, run } from './ffmpeg.server.ts'
import { countFrames } from './frame-times.server.ts'
import type { TechFacts } from './rendition-set.ts'
import { parseFacts, type ProbeResult } from './tech-facts.ts'
import { UnusableFootage } from './unusable-footage.ts'

/** Detects a file's container by its first bytes, because the name cannot be trusted. */
const quickTimeAtoms = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

/** Returns the demuxer to force on ffmpeg, so that it never follows a disguised playlist. Throws UnusableFootage. */
async function detectContainer(file: string): Promise<TechFacts['container']> {
  const handle = await open(file, 'r')
  const head = Buffer.alloc(16)
  const { bytesRead } = await handle.read(head, 0, 16, 0).finally(() => handle.close())
  if (bytesRead === 0) throw new UnusableFootage('The file is empty.')
  if (quickTimeAtoms.has(head.toString('latin1', 4, 8))) return 'mov'
  if (head.readUInt32BE(0) === 0x1a45dfa3) return 'matroska'
  if (head.readUInt32BE(0) === 0x060e2b34) return 'mxf'
  throw new UnusableFootage('This is not a video file that we can read. Send MOV, MP4, MXF or MKV.')
}

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
