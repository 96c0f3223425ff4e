import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

import css from './return-link.module.css'

/** "Return to cart", "Return to order details": always an arrow and where it leads. */
export const ReturnLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={css.back}>
    <ArrowLeft aria-hidden />
    {children}
  </Link>
)
