/** The link to the visual search, next to a search field. */
import { Palette } from 'lucide-react'
import { Link } from 'react-router'

import { VISUAL_SEARCH_PATH } from '#catalog/visual/visual-search-path.ts'

import styles from './visual-search-link.module.css'

/** `q`: words that the clips match, too. */
export const VisualSearchLink = ({ q }: { q: string }) => (
  <Link
    to={q === '' ? VISUAL_SEARCH_PATH : `${VISUAL_SEARCH_PATH}?${new URLSearchParams({ q })}`}
    className={styles.link}
    title="Find footage by a color or a picture"
  >
    <Palette aria-hidden="true" />
    <span>
      By color <span className={styles.more}>or picture</span>
    </span>
  </Link>
)
