import type { ReactNode } from 'react'

import css from './own-page.module.css'

/** One page of the account: its name, what it is for in a sentence, and the rest. */
export const OwnPage = ({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) => (
  <article className={css.page}>
    <h1>{title}</h1>
    <p className={css.lead}>{lead}</p>
    {children}
  </article>
)
