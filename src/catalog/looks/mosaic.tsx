/** What is compared of a frame: its colors where they lie, and the picture itself while this tab still has it. */
import { toHex } from '#media/color.ts'

import { layoutOf, lookOf } from './look.ts'
import { pictureOf } from './send-frame.ts'

import styles from './mosaic.module.css'

export const Mosaic = ({ code }: { code: string }) => {
  const look = lookOf(code)
  const picture = pictureOf(code)
  return (
    <div className={styles.frame}>
      {picture ? <img src={picture} alt="Your frame" className={styles.picture} /> : null}
      <div role="img" aria-label="The colors of your frame, where they lie" className={styles.cells}>
        {(look ? layoutOf(look) : []).map((lab, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- a cell is its place
          <span key={i} style={{ background: toHex(lab) }} />
        ))}
      </div>
    </div>
  )
}
