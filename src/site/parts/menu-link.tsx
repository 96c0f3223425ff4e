/** A link of a menu: to a page of the shop, marked while it is shown, or to another site. */
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import { isCurrentLink } from '../header-menu.ts'

export const MenuLink = ({ to, className, children }: { to: string; className?: string; children: ReactNode }) => {
  const location = useLocation()
  if (!to.startsWith('/'))
    return (
      <a href={to} rel="noopener" className={className}>
        {children}
      </a>
    )
  return (
    <Link to={to} className={className} aria-current={isCurrentLink(to, location) ? 'page' : undefined}>
      {children}
    </Link>
  )
}
