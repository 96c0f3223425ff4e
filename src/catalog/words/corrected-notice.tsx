/** "Showing results for ocean. Search instead for ocaen." */
import { Link } from 'react-router'

import type { Typed } from './load-typed.ts'

import styles from './corrected-notice.module.css'

export const CorrectedNotice = ({ meant, typed }: { meant: string; typed: Typed }) => (
  <p className={styles.notice} role="status">
    Showing results for <b>{meant}</b>. <Link to={typed.path}>Search instead for {typed.words}</Link>
  </p>
)
