/** The way to searching by color and picture; stands beside a search field. */
import { Palette } from 'lucide-react'
import { Link } from 'react-router'

import { look_path } from './look-path.ts'

import styles from './find-by-eye.module.css'

export const FindByEye = () => (
  <Link to={look_path} className={styles.link} title="Find footage by a color or a picture">
    <Palette aria-hidden="true" />
    <span>
      By color <span className={styles.more}>or picture</span>
    </span>
  </Link>
)
