import type { ReactNode } from 'react'

import css from './account-page.module.css'

/** The layout of one account page: title, lead sentence and content. */
export const AccountPage = ({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) => (
  <article className={css.page}>
    <h1>{title}</h1>
    <p className={css.lead}>{lead}</p>
    {children}
  </article>
)
