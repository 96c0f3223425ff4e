/** A master becomes its renditions: preview, hover loop, poster, thumbs, scrub sheet, and the manifest that lists them. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { checkFields, checkPicture } from './checks.ts'
import { decode, type Decoded } from './decode.server.ts'
import { describe } from './descriptors.server.ts'
import type { Programs } from './ffmpeg.server.ts'
import type { RgbFrame } from './frames.ts'
import { writeManifest } from './manifest.server.ts'
import { motionRate, spriteGrid } from './plan.ts'
import { choosePoster } from './poster.ts'
import { probe } from './probe.server.ts'
import { PIPELINE, renditionPath } from './rendition-set.ts'
import type { RenditionFile, RenditionSet, SpriteGrid, TechFacts } from './rendition-set.ts'
import { posterAndThumbs, spriteSheet, type Encoded } from './stills.server.ts'
import { UnusableFootage } from './unusable-footage.ts'
import { spriteVtt } from './vtt.ts'

/** The file is read to its end, then made into its renditions; only of the latter is known how far it is. */
export type RenditionStep = 'reading' | 'making'
export type HeardStep = (step: RenditionStep, percent: number | null) => void
export type Attention = { signal?: AbortSignal | undefined; heard?: HeardStep | undefined }

async function store(folder: string, { kind, mime, width, height, data }: Encoded): Promise<RenditionFile> {
  const sha256 = createHash('sha256').update(data).digest('hex')
  const name = renditionPath(kind, mime, sha256)
  await writeFile(path.join(folder, name), data)
  return { kind, mime, width, height, bytes: data.length, sha256, path: name }
}

async function encode(decoded: Decoded, poster: RgbFrame, grid: SpriteGrid, folder: string): Promise<RenditionFile[]> {
  const video = async (kind: 'preview' | 'hover'): Promise<Encoded> => {
    const { file, ...size } = decoded[kind]
    return { kind, mime: 'video/mp4', ...size, data: await readFile(file) }
  }
  const work = [video('preview'), video('hover'), posterAndThumbs(poster), spriteSheet(decoded.tiles, grid)] as const
  const [preview, hover, stills, sprite] = await Promise.all(work)
  const files = await Promise.all([preview, hover, ...stills].map(rendition => store(folder, rendition)))
  const sheet = await store(folder, sprite)
  const vtt = Buffer.from(spriteVtt(sheet.path, grid))
  return [
    ...files,
    sheet,
    await store(folder, { kind: 'sprite_vtt', mime: 'text/vtt', width: 0, height: 0, data: vtt }),
  ]
}

/** A file may hold fewer frames than it claims; the sheet shows those that came. */
const gridFor = (facts: TechFacts, tiles: number): SpriteGrid =>
  spriteGrid({ ...facts, frames: Math.min(facts.frames, tiles) })

/**
 * Makes all renditions of `master` in `folder` (which becomes the clip's own: anything else in it goes).
 * The manifest is written last, so a folder with a manifest is whole. Throws UnusableFootage with a reason
 * when the file is at fault, Error when the machine is. Never call it in the web process's event loop.
 */
export async function makeRenditions(
  programs: Programs,
  clip: string,
  master: string,
  folder: string,
  { signal, heard }: Attention = {},
): Promise<RenditionSet> {
  heard?.('reading', null)
  const { facts, notes } = await probe(programs, master)
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(path.join(tmpdir(), 'renditions-'))
  try {
    heard?.('making', 0)
    const decoded = await decode(programs, master, facts, work, {
      signal,
      heard: percent => heard?.('making', percent),
    })
    const poster = decoded.candidates[choosePoster(decoded.candidates)]
    if (!poster) throw new UnusableFootage('The file holds no picture that could be decoded.')
    const rate = motionRate(facts)
    const seen = [...checkPicture(decoded.motion, rate), ...checkFields(decoded.fields)]
    const sprite = gridFor(facts, decoded.tiles.length)
    // The stills are encoded on threads of their own, while this one looks at the picture.
    const encoding = encode(decoded, poster, sprite, folder)
    const stills = decoded.tiles.filter((_, i) => i % 5 === 2)
    const descriptors = describe(stills, decoded.motion, rate)
    const set: RenditionSet = {
      pipeline: PIPELINE,
      clip,
      master: facts,
      poster_ms: poster.at_ms,
      notes: [...notes, ...seen],
      files: await encoding,
      sprite,
      descriptors,
    }
    await writeManifest(folder, set)
    return set
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
