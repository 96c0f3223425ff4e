/** The colors of a clip, each as wide as its share of the picture and linked to clips with that color. */
import { Link } from 'react-router'

import type { ClipDetail } from '../contract.ts'
import { colorSearchPath } from '../visual/visual-search-path.ts'

import styles from './palette.module.css'

export const Palette = ({ palette }: Pick<ClipDetail, 'palette'>) => (
  <ul className={styles.palette}>
    {palette.map(({ hex, weight }) => (
      <li key={hex} style={{ flexGrow: weight }}>
        <Link to={colorSearchPath(hex)} rel="nofollow" className={styles.color}>
          <span className={styles.swatch} style={{ background: hex }} />
          <span className={styles.hex}>
            <span className="visually-hidden">Clips in the color </span>
            {hex}
          </span>
        </Link>
      </li>
    ))}
  </ul>
)
