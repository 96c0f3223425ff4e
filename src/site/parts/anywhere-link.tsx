/** A link to a page of the shop, or to somewhere else: those that come from the brand's file may be either. */
import type { ComponentProps } from 'react'
import { Link } from 'react-router'

type AnywhereLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

export const AnywhereLink = ({ to, children, ...props }: AnywhereLinkProps) =>
  to.startsWith('/') ? (
    <Link to={to} {...props}>
      {children}
    </Link>
  ) : (
    <a href={to} {...props}>
      {children}
    </a>
  )
