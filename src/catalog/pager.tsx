/** Links to the previous and the next page of a list. */
import { ButtonLink } from '#ui/button.tsx'

import styles from './pager.module.css'

type PagerProps = { page: number; last_page: number; to: (page: number) => string }

export const Pager = ({ page, last_page, to }: PagerProps) =>
  last_page < 2 ? null : (
    <nav className={styles.pager} aria-label="Pages">
      {page > 1 && <ButtonLink to={to(page - 1)}>Previous</ButtonLink>}
      <span>
        Page {page} of {last_page}
      </span>
      {page < last_page && <ButtonLink to={to(page + 1)}>Next</ButtonLink>}
    </nav>
  )
