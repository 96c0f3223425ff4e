/** Pictures that others show for this shop: six clips for links to its pages, the mark for its name. */
import { readdirSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'

const renditions = 'demo/renditions'
/** The size in which links are shown. */
const whole = { width: 1_200, height: 630 }
const gap_px = 4
const columns = 3
const shown = [
  'cloud-sea-sunrise',
  'aurora-lake-violet',
  'jellyfish-blue',
  'neon-street-magenta',
  'alpine-alpenglow',
  'dunes-violet-dusk',
]

const posterOf = (clip: string) => {
  const folder = path.join(renditions, clip)
  const file = readdirSync(folder).find(name => /^poster\..*\.jpg$/.test(name))
  if (!file) throw new Error(`${folder} has no poster.`)
  return path.join(folder, file)
}

/** From a tile's place in its row or column to the pixels that it covers; the last one ends where the picture does. */
const stretch = (place: number, places: number, whole_px: number) => {
  const step = (whole_px + gap_px) / places
  const start = Math.round(place * step)
  return { start, size: Math.round((place + 1) * step) - gap_px - start }
}

/** Writes `public/social.jpg` and `public/icon.png`. */
export const makeSharingPictures = async () => {
  const tiles = shown.map(async (clip, n) => {
    const across = stretch(n % columns, columns, whole.width)
    const down = stretch(Math.floor(n / columns), shown.length / columns, whole.height)
    const input = await sharp(posterOf(clip)).resize(across.size, down.size).toBuffer()
    return { input, left: across.start, top: down.start }
  })
  await sharp({ create: { ...whole, channels: 3, background: '#151210' } })
    .composite(await Promise.all(tiles))
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile('public/social.jpg')
  await sharp('public/favicon.svg', { density: 1_152 }).resize(512).png({ palette: true }).toFile('public/icon.png')
}
