/** Creates the pictures for link previews: a grid of six clips, and the icon. */
import { readdirSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'

const RENDITIONS_DIR = 'demo/renditions'
/** The standard size of link previews. */
const canvas = { width: 1_200, height: 630 }
const GAP_PX = 4
const COLUMNS = 3
const clipIds = [
  'cloud-sea-sunrise',
  'aurora-lake-violet',
  'jellyfish-blue',
  'neon-street-magenta',
  'alpine-alpenglow',
  'dunes-violet-dusk',
]

const posterOf = (clip: string) => {
  const folder = path.join(RENDITIONS_DIR, clip)
  const file = readdirSync(folder).find(name => /^poster\..*\.jpg$/.test(name))
  if (!file) throw new Error(`${folder} has no poster.`)
  return path.join(folder, file)
}

/** Converts a tile's index in its row or column to pixels; the last tile ends at the edge. */
const tileSpan = (index: number, count: number, total_px: number) => {
  const step = (total_px + GAP_PX) / count
  const start = Math.round(index * step)
  return { start, size: Math.round((index + 1) * step) - GAP_PX - start }
}

/** Writes `public/social.jpg` and `public/icon.png`. */
export const makeSharingPictures = async () => {
  const tiles = clipIds.map(async (clip, n) => {
    const horizontal = tileSpan(n % COLUMNS, COLUMNS, canvas.width)
    const vertical = tileSpan(Math.floor(n / COLUMNS), clipIds.length / COLUMNS, canvas.height)
    const input = await sharp(posterOf(clip)).resize(horizontal.size, vertical.size).toBuffer()
    return { input, left: horizontal.start, top: vertical.start }
  })
  await sharp({ create: { ...canvas, channels: 3, background: '#151210' } })
    .composite(await Promise.all(tiles))
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile('public/social.jpg')
  await sharp('public/favicon.svg', { density: 1_152 }).resize(512).png({ palette: true }).toFile('public/icon.png')
}
