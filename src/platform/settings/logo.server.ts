/** Logos that the owner uploads: checked, and stored under a hash with a picture for mails and documents. */
import { createHash } from 'node:crypto'

import sharp from 'sharp'

import type { Deps } from '../deps.ts'
import { refuse } from '../http/refusal.ts'
import { openPicture } from '../images/picture.server.ts'
import { logoKey } from './logo-files.server.ts'
import { getLogoPicture, type Logo } from './logo.ts'
import { sanitizeSvg } from './sanitize-svg.server.ts'

/** Pictures of logos fit into this box; three times the size that mails and documents show. */
const PICTURE_BOX = { width: 720, height: 120, fit: 'inside' } as const
/** The box of the logo itself, if it has pixels. */
const PNG_BOX = { width: 1_200, height: 400, fit: 'inside', withoutEnlargement: true } as const
/** Larger drawings than this would take too long to draw. */
const MAX_SVG_BYTES = 300_000

const pngRules = {
  kinds: ['image/png' as const],
  min_px: 16,
  messages: {
    unknown: 'This file is neither SVG nor PNG. Choose another one.',
    hiding: 'This PNG carries another file inside. Save it as PNG again.',
    broken: 'This PNG is damaged or not complete. Choose another one.',
    moving: 'This PNG moves. Choose a still one.',
    small: 'This PNG is too small. Choose one of at least 16 × 16 pixels.',
    large: 'This PNG has too many pixels. Choose a smaller one.',
  },
}

const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

const isSvg = (bytes: Buffer) => /^\s*(?:\uFEFF)?<(?:\?xml|!--|!doctype|svg)/i.test(bytes.toString('utf8', 0, 200))

type LogoDeps = Pick<Deps, 'db' | 'clock' | 'storage'>

/** Stores a logo. Throws 422 with a sentence for a file that cannot be one. */
export const storeLogo = async (deps: LogoDeps, bytes: Buffer): Promise<Logo> =>
  isSvg(bytes) ? storeSvg(deps, bytes) : storePng(deps, bytes)

/** Notes a logo before its files are written, so that one that is never used is deleted. */
const noteUpload = ({ db, clock }: LogoDeps, file: string) =>
  db
    .insertInto('logos')
    .values({ file, unused_since: clock.now() })
    .onConflict(conflict =>
      conflict.column('file').doUpdateSet({ unused_since: clock.now() }).where('logos.unused_since', 'is not', null),
    )
    .execute()

const storeSvg = async (deps: LogoDeps, bytes: Buffer): Promise<Logo> => {
  if (bytes.length > MAX_SVG_BYTES) throw refuse(422, 'This SVG is too large. Choose one of 300 kB or less.')
  const result = sanitizeSvg(bytes.toString('utf8'))
  if ('fault' in result) throw refuse(422, result.fault)
  const svg = Buffer.from(result.svg)
  const picture = await sharp(svg, { density: 300, limitInputPixels: 60_000_000 })
    .resize(PICTURE_BOX)
    .png()
    .timeout({ seconds: 5 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw refuse(422, 'This SVG could not be drawn. Save it as plain shapes and try again.')
    })
  const file = `${hashOf(svg)}.svg`
  await noteUpload(deps, file)
  await deps.storage.put(logoKey(file), svg)
  await deps.storage.put(logoKey(getLogoPicture(file)), picture.data)
  return { file, width: picture.info.width, height: picture.info.height }
}

const storePng = async (deps: LogoDeps, bytes: Buffer): Promise<Logo> => {
  const { render } = await openPicture(bytes, pngRules)
  const { data, info } = await render(image => image.resize(PNG_BOX).png())
  const file = `${hashOf(data)}.png`
  await noteUpload(deps, file)
  await deps.storage.put(logoKey(file), data)
  return { file, width: info.width, height: info.height }
}

/** Reads the PNG of a logo, for documents; undefined when it is gone. */
export const readLogoPicture = async ({ storage }: Pick<Deps, 'storage'>, { file }: Logo) => {
  const picture = await storage.open(logoKey(getLogoPicture(file)))
  if (!picture) return undefined
  const chunks: Uint8Array[] = []
  for await (const chunk of picture.read()) chunks.push(chunk as Uint8Array)
  return new Uint8Array(Buffer.concat(chunks))
}
