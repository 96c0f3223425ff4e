/** The link to the visual search, next to a search field. */
import { Palette } from 'lucide-react'
import { Link } from 'react-router'

import { VISUAL_SEARCH_PATH } from '#catalog/visual/visual-search-path.ts'

import styles from './visual-search-link.module.css'

export const VisualSearchLink = () => (
  <Link to={VISUAL_SEARCH_PATH} className={styles.link} title="Find footage by a color or a picture">
    <Palette aria-hidden="true" />
    <span>
      By color <span className={styles.more}>or picture</span>
    </span>
  </Link>
)
