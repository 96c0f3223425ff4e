import { GENERIC_ERROR_TEXT } from './error-page.tsx'

import css from './broken-notice.module.css'

/** Hidden until chunk-guard.ts finds that the page's scripts failed to load. Needs no JavaScript of its own. */
export const BrokenNotice = () => (
  <p className={css.notice} role="alert">
    {GENERIC_ERROR_TEXT}
  </p>
)
