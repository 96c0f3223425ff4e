/** The notice that the results are for a corrected search, with a link to the text as typed. */
import { Link } from 'react-router'

import type { SearchPage } from '../search-page-contract.ts'

import styles from './corrected-notice.module.css'

export const CorrectedNotice = ({
  corrected,
  typed,
}: {
  corrected: string
  typed: NonNullable<SearchPage['typed']>
}) => (
  <p className={styles.notice} role="status">
    Showing results for <b>{corrected}</b>. <Link to={typed.path}>Search instead for {typed.words}</Link>
  </p>
)
