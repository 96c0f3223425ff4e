/** Computes the visual descriptor of an uploaded picture. Nothing of the picture itself is stored, neither bytes nor pixels. */
import { computeDescriptors } from '#media/descriptors.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { openPicture, type PictureRules } from '#platform/images/picture.server.ts'

import { packDescriptor, type VisualDescriptor } from './descriptor.ts'

export const MAX_PICTURE_BYTES = 10_000_000
/** The longest side of the picture that is analyzed, the same as for a clip's own stills. */
const ANALYZED_SIDE_PX = 240

const pictureRules: PictureRules = {
  kinds: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
  min_px: 16,
  messages: {
    unknown: 'We cannot read that picture. Please choose a JPEG, PNG, WebP or AVIF.',
    hiding: 'That picture contains another file. Please save it as a picture again.',
    broken: 'That picture is damaged or not complete. Please choose another one.',
    moving: 'That picture is animated. Please choose a still one.',
    small: 'That picture is too small. It must be at least 16 × 16 pixels.',
    large: 'That picture is too large. The limit is 60 megapixels.',
  },
}

/** The longest side of the picture for a model that compares subjects. */
const STILL_SIDE_PX = 480

/** `renderStill` returns a small JPEG of the picture. */
type DescribedPicture = { descriptor: VisualDescriptor; renderStill: () => Promise<Buffer> }

/**
 * Returns the descriptor of a picture. Throws a refusal that explains what is wrong with the picture. `declared` is the
 * content type of the request.
 */
export const describePicture = async (bytes: Buffer, declared: string): Promise<DescribedPicture> => {
  const { kind, render } = await openPicture(bytes, pictureRules)
  if (declared !== kind)
    throw refuse(422, 'The content of that file does not match its type. Please save it as a picture again.')
  const { data, info } = await render(image =>
    image
      .resize(ANALYZED_SIDE_PX, ANALYZED_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#000' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw(),
  )
  const frame = { width: info.width, height: info.height, data: new Uint8Array(data) }
  const { palette, color_layout, edges } = computeDescriptors([frame], [], 1)
  const renderStill = async () => {
    const { data: still } = await render(image =>
      image
        .resize(STILL_SIDE_PX, STILL_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#000' })
        .toColourspace('srgb')
        .jpeg({ quality: 90 }),
    )
    return still
  }
  return { descriptor: packDescriptor({ palette, color_layout, edges }), renderStill }
}
