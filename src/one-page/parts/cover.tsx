import { Spinner } from '#ui/spinner.tsx'

import css from './cover.module.css'

/** Lies over the part of the screen that waits, and says for what: "Processing Payment". */
export const Cover = ({ children }: { children: string }) => (
  <output className={css.cover}>
    <Spinner size={72} />
    <span>{children}</span>
  </output>
)
