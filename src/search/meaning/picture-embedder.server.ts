/** Embeds pictures in the space of the texts, where the endpoint does that. OpenAI's API doesn't say how, so there are dialects. */
import sharp, { type Sharp } from 'sharp'

import { embedTexts, EmbeddingsRefused, requestVectors, type EmbeddingsConfig } from './embedder.server.ts'

/** Infinity takes data URLs and `modality`, Jina takes objects with Base64. */
export const pictureDialects = ['infinity', 'jina'] as const
export type PictureDialect = (typeof pictureDialects)[number]

type EncodedPicture = { data: Buffer; mime: 'image/jpeg' | 'image/png' }

const toBody: Record<PictureDialect, (model: string, pictures: readonly EncodedPicture[]) => object> = {
  infinity: (model, pictures) => ({
    model,
    input: pictures.map(({ data, mime }) => `data:${mime};base64,${data.toString('base64')}`),
    modality: 'image',
    encoding_format: 'float',
  }),
  jina: (model, pictures) => ({
    model,
    input: pictures.map(({ data }) => ({ image: data.toString('base64') })),
    embedding_type: 'float',
  }),
}

const request = (
  config: EmbeddingsConfig,
  dialect: PictureDialect,
  pictures: readonly EncodedPicture[],
  timeout_ms: number,
) => requestVectors(config, toBody[dialect](config.model, pictures), pictures.length, timeout_ms)

/** Models look at pictures of about this size. */
const MAX_SIDE_PX = 480
/** Encodes a picture for the endpoint. */
export const encodePicture = (picture: Sharp): Promise<Buffer> =>
  picture
    .resize(MAX_SIDE_PX, MAX_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .jpeg({ quality: 90 })
    .toBuffer()

/** Returns a vector of length 1 for each JPEG, in their order. Throws as `requestVectors`. */
export const embedPictures = (
  config: EmbeddingsConfig,
  dialect: PictureDialect,
  jpegs: readonly Buffer[],
  timeout_ms: number,
): Promise<Float32Array[]> =>
  request(
    config,
    dialect,
    jpegs.map(data => ({ data, mime: 'image/jpeg' })),
    timeout_ms,
  )

const PROBE_PX = 64
type Paint = (x: number, y: number) => readonly [red: number, green: number, blue: number]
const paintings: readonly Paint[] = [
  (_, y) => [240, 60 + 2 * y, 20],
  (x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? [250, 250, 250] : [10, 40, 160]),
]

const paintProbes = async (): Promise<EncodedPicture[]> => {
  const probes = paintings.map(async paint => {
    const pixels = Array.from({ length: PROBE_PX ** 2 }, (_, i) => paint(i % PROBE_PX, Math.floor(i / PROBE_PX))).flat()
    const picture = sharp(Uint8Array.from(pixels), { raw: { width: PROBE_PX, height: PROBE_PX, channels: 3 } })
    return [
      { data: await picture.clone().jpeg({ quality: 95 }).toBuffer(), mime: 'image/jpeg' as const },
      { data: await picture.clone().png().toBuffer(), mime: 'image/png' as const },
    ]
  })
  return (await Promise.all(probes)).flat()
}

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  a && b ? a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) : 0

/** The same picture in another format has about this cosine at least. */
const MIN_SAME_COSINE = 0.8

/**
 * Whether the vectors show that the endpoint looked at the pictures. One for texts may take pictures as text, too: then two JPEGs
 * are more alike than the JPEG and the PNG of the same picture.
 */
const areOfPictures = ([jpegA, pngA, jpegB, pngB]: readonly Float32Array[]): boolean => {
  const same = Math.min(cosine(jpegA, pngA), cosine(jpegB, pngB))
  const different = Math.max(cosine(jpegA, jpegB), cosine(pngA, pngB))
  return same > MIN_SAME_COSINE && same > different
}

/** Returns how the endpoint embeds pictures in the space of its texts, or undefined if it doesn't. Throws when it is gone or slow. */
export const findPictureDialect = async (
  config: EmbeddingsConfig,
  timeout_ms: number,
): Promise<PictureDialect | undefined> => {
  const [text] = await embedTexts(config, ['a photo'], timeout_ms)
  const probes = await paintProbes()
  for (const dialect of pictureDialects) {
    const vectors = await request(config, dialect, probes, timeout_ms).catch((error: unknown) => {
      if (error instanceof EmbeddingsRefused) return []
      throw error
    })
    if (vectors[0]?.length === text?.length && areOfPictures(vectors)) return dialect
  }
  return undefined
}
