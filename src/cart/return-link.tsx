import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

import css from './return-link.module.css'

/** A link back with an arrow, such as "Return to cart". */
export const ReturnLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={css.back}>
    <ArrowLeft aria-hidden />
    {children}
  </Link>
)
