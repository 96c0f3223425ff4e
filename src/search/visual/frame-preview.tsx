/** Shows the uploaded frame: its colors by grid cell, and the picture itself while this tab still has it. */

import { colorLayoutOf, decodeDescriptor } from '#catalog/visual/descriptor.ts'
import { toHex } from '#media/color.ts'

import { getUploadedPicture } from './upload-frame.ts'

import styles from './frame-preview.module.css'

export const FramePreview = ({ code }: { code: string }) => {
  const descriptor = decodeDescriptor(code)
  const picture = getUploadedPicture(code)
  return (
    <div className={styles.frame}>
      {picture ? <img src={picture} alt="Your frame" className={styles.picture} /> : null}
      <div role="img" aria-label="The colors of your frame by position" className={styles.cells}>
        {(descriptor ? colorLayoutOf(descriptor) : []).map((lab, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- cells are fixed
          <span key={i} style={{ background: toHex(lab) }} />
        ))}
      </div>
    </div>
  )
}
