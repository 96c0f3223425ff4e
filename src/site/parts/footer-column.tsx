/** Links under a heading. On phones the heading expands them; the links are always in the HTML. */
import { Plus } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'

import css from './footer-column.module.css'

export const FooterColumn = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <nav className={css.column} aria-label={title}>
      <h2 className={css.title}>
        <span className={css.text}>{title}</span>
        <button
          type="button"
          className={css.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
          <Plus aria-hidden />
        </button>
      </h2>
      <ul id={id} className={css.links} data-open={isOpen || undefined}>
        {children}
      </ul>
    </nav>
  )
}
