/** From a picture that somebody sends to what it looks like. Nothing of the picture itself is kept: not its bytes, not its pixels. */
import { describe } from '#media/descriptors.server.ts'
import { openPicture, type PictureRules } from '#platform/images/picture.server.ts'
import { refuse } from '#platform/refusal.ts'

import { packLook, type Look } from './look.ts'

export const most_bytes = 10_000_000
/** Longest side of what is described, as that of a clip's own stills. */
const side = 240

const rules: PictureRules = {
  kinds: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
  least_px: 16,
  says: {
    unknown: 'That is no picture we can read. Please choose a JPEG, PNG, WebP or AVIF.',
    hiding: 'That picture carries another file inside. Please save it as a picture again.',
    broken: 'That picture is damaged or not complete. Please choose another one.',
    moving: 'That picture moves. Please choose a still frame.',
    small: 'That picture is too small: 16 pixels each way is the least.',
    large: 'That picture is too large. 60 megapixels are the most we look at.',
  },
}

/** Throws a refusal that says what is wrong with the picture. `declared` is the content type that came with it. */
export const lookOfPicture = async (bytes: Buffer, declared: string): Promise<Look> => {
  const { kind, render } = await openPicture(bytes, rules)
  if (declared !== kind) throw refuse(422, 'That file is not what its name says. Please save it as a picture again.')
  const { data, info } = await render(image =>
    image
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#000' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw(),
  )
  const frame = { width: info.width, height: info.height, data: new Uint8Array(data) }
  const { palette, color_layout, edges } = describe([frame], [], 1)
  return packLook({ palette, color_layout, edges })
}
