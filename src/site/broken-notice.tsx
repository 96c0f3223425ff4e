import { broken } from './error-page.tsx'

import css from './broken-notice.module.css'

/** Hidden, until a page finds that its own scripts are gone (chunk-guard.ts). Works without any. */
export const BrokenNotice = () => (
  <p className={css.notice} role="alert">
    {broken}
  </p>
)
