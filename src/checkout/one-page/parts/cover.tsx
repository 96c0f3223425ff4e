import { Spinner } from '#ui/spinner.tsx'

import css from './cover.module.css'

/** Covers a waiting part of the screen with a spinner and a label, such as "Processing Payment". */
export const Cover = ({ children }: { children: string }) => (
  <output className={css.cover}>
    <Spinner size={72} />
    <span>{children}</span>
  </output>
)
