/** Creates the renditions of a master: preview, hover loop, poster, thumbs, sprite sheet, and the manifest that lists them. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { checkFields, checkPicture } from './checks.ts'
import { type DecodedMaster, decodeMaster } from './decode.server.ts'
import { computeDescriptors } from './descriptors.server.ts'
import { measureDetail } from './edges.ts'
import type { Programs } from './ffmpeg.server.ts'
import { type RgbFrame, toGray } from './frames.ts'
import { writeManifest } from './manifest.server.ts'
import { motionRate, spriteGrid } from './plan.ts'
import { probe } from './probe.server.ts'
import {
  PIPELINE,
  type RenditionFile,
  renditionPath,
  type RenditionSet,
  type SpriteGrid,
  type TechFacts,
  type Watermark,
} from './rendition-set.ts'
import { type EncodedRendition, encodePosterAndThumbs, encodeSpriteSheet } from './stills.server.ts'
import { UnusableFootage } from './unusable-footage.ts'

/** The WebVTT file that maps positions in a clip to tiles of its sprite sheet. */
const pad2 = (n: number) => String(n).padStart(2, '0')

/** Formats milliseconds: 3723456 → "01:02:03.456" */
export function formatVttTime(ms: number): string {
  const t = Math.round(ms)
  const seconds = `${pad2(Math.floor(t / 1000) % 60)}.${String(t % 1000).padStart(3, '0')}`
  return `${pad2(Math.floor(t / 3_600_000))}:${pad2(Math.floor(t / 60_000) % 60)}:${seconds}`
}

/** Returns one cue per tile, each with a media fragment of the sheet (`sheet.webp#xywh=x,y,w,h`). */
export function renderSpriteVtt(sheet: string, grid: SpriteGrid): string {
  const cues = Array.from({ length: grid.tiles }, (_, i) => {
    const x = (i % grid.columns) * grid.tile_width
    const y = Math.floor(i / grid.columns) * grid.tile_height
    const from = formatVttTime(i * grid.interval_ms)
    const to = formatVttTime((i + 1) * grid.interval_ms)
    return `${from} --> ${to}\n${sheet}#xywh=${x},${y},${grid.tile_width},${grid.tile_height}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** Chooses the poster frame of a clip. */
const mean = (data: Uint8Array) => data.reduce((sum, v) => sum + v, 0) / Math.max(1, data.length)

/** 1 for a well-exposed picture, toward 0 for one that is nearly black or blown out. */
function exposure(brightness: number) {
  const dark = Math.min(1, brightness / 40)
  const bright = Math.min(1, (255 - brightness) / 45)
  return dark * bright
}

/** Returns the index of the candidate with the best detail and exposure; ties go to the one nearest the middle. */
export function choosePoster(candidates: readonly RgbFrame[]): number {
  const middle = (candidates.length - 1) / 2
  const scores = candidates.map((frame, i) => {
    const gray = toGray(frame)
    const centered = 1 - (0.08 * Math.abs(i - middle)) / Math.max(1, middle)
    return (0.5 + measureDetail(gray)) * exposure(mean(gray.data)) * centered
  })
  return scores.indexOf(Math.max(...scores))
}

/** `reading` probes the whole file; `making` encodes the renditions. Only `making` has a percentage. */
export type RenditionStep = 'reading' | 'making'
export type RenditionProgressCallback = (step: RenditionStep, percent: number | null) => void
export type RenditionInput = {
  /** A name for the manifest. */
  clip: string
  master: string
  folder: string
  watermark: Watermark
  /** The highest bit rate of the preview; by default one at which most footage looks clean. */
  preview_kbps?: number
}
export type RenditionOptions = { signal?: AbortSignal | undefined; onProgress?: RenditionProgressCallback | undefined }

async function writeRendition(
  folder: string,
  { kind, mime, width, height, data }: EncodedRendition,
): Promise<RenditionFile> {
  const sha256 = createHash('sha256').update(data).digest('hex')
  const name = renditionPath(kind, mime, sha256)
  await writeFile(path.join(folder, name), data)
  return { kind, mime, width, height, bytes: data.length, sha256, path: name }
}

async function encodeRenditions(
  decoded: DecodedMaster,
  poster: RgbFrame,
  grid: SpriteGrid,
  folder: string,
): Promise<RenditionFile[]> {
  const video = async (kind: 'preview' | 'hover'): Promise<EncodedRendition> => {
    const { file, ...size } = decoded[kind]
    return { kind, mime: 'video/mp4', ...size, data: await readFile(file) }
  }
  const work = [
    video('preview'),
    video('hover'),
    encodePosterAndThumbs(poster),
    encodeSpriteSheet(decoded.tiles, grid),
  ] as const
  const [preview, hover, stills, sprite] = await Promise.all(work)
  const files = await Promise.all([preview, hover, ...stills].map(rendition => writeRendition(folder, rendition)))
  const sheet = await writeRendition(folder, sprite)
  const vtt = Buffer.from(renderSpriteVtt(sheet.path, grid))
  return [
    ...files,
    sheet,
    await writeRendition(folder, { kind: 'sprite_vtt', mime: 'text/vtt', width: 0, height: 0, data: vtt }),
  ]
}

/** A file may have fewer frames than its header claims; the sheet shows those that were decoded. */
const decodedGrid = (facts: TechFacts, tiles: number): SpriteGrid =>
  spriteGrid({ ...facts, frames: Math.min(facts.frames, tiles) })

/**
 * Creates all renditions of `master` in `folder`, and deletes everything else in that folder. The manifest is written last,
 * so a folder with a manifest is complete. Throws UnusableFootage with a reason when the file is at fault, Error when the
 * machine is. Never call it in the event loop of the web process.
 */
export async function makeRenditions(
  programs: Programs,
  { clip, master, folder, watermark, preview_kbps }: RenditionInput,
  { signal, onProgress }: RenditionOptions = {},
): Promise<RenditionSet> {
  onProgress?.('reading', null)
  const { facts, notes } = await probe(programs, master)
  await mkdir(folder, { recursive: true })
  const workDir = await mkdtemp(path.join(tmpdir(), 'renditions-'))
  try {
    onProgress?.('making', 0)
    const decoded = await decodeMaster(programs, master, facts, workDir, watermark, {
      preview_kbps,
      signal,
      onProgress: percent => onProgress?.('making', percent),
    })
    const poster = decoded.candidates[choosePoster(decoded.candidates)]
    if (!poster) throw new UnusableFootage('The file holds no picture that could be decoded.')
    const rate = motionRate(facts)
    const warnings = [...checkPicture(decoded.motion, rate), ...checkFields(decoded.fields)]
    const sprite = decodedGrid(facts, decoded.tiles.length)
    // Start encoding in the background; it runs on its own threads while this one computes the descriptors.
    const encoding = encodeRenditions(decoded, poster, sprite, folder)
    const stills = decoded.tiles.filter((_, i) => i % 5 === 2)
    const descriptors = computeDescriptors(stills, decoded.motion, rate)
    const set: RenditionSet = {
      pipeline: PIPELINE,
      clip,
      watermark,
      master: facts,
      poster_ms: poster.at_ms,
      notes: [...notes, ...warnings],
      files: await encoding,
      sprite,
      descriptors,
    }
    await writeManifest(folder, set)
    return set
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}
