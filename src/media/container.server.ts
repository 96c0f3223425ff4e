/** Detects a file's container by its first bytes, because the name cannot be trusted. */
import { open } from 'node:fs/promises'

import type { TechFacts } from './rendition-set.ts'
import { UnusableFootage } from './unusable-footage.ts'

const quickTimeAtoms = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

/** Returns the demuxer to force on ffmpeg, so that it never follows a disguised playlist. Throws UnusableFootage. */
export async function detectContainer(file: string): Promise<TechFacts['container']> {
  const handle = await open(file, 'r')
  const head = Buffer.alloc(16)
  const { bytesRead } = await handle.read(head, 0, 16, 0).finally(() => handle.close())
  if (bytesRead === 0) throw new UnusableFootage('The file is empty.')
  if (quickTimeAtoms.has(head.toString('latin1', 4, 8))) return 'mov'
  if (head.readUInt32BE(0) === 0x1a45dfa3) return 'matroska'
  if (head.readUInt32BE(0) === 0x060e2b34) return 'mxf'
  throw new UnusableFootage('This is not a video file that we can read. Send MOV, MP4, MXF or MKV.')
}
