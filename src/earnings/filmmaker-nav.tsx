import { NavLink } from 'react-router'

import css from './filmmaker-nav.module.css'

const links = [
  ['/filmmaker', 'Artist dashboard'],
  ['/filmmaker/uploads', 'Uploads'],
  ['/filmmaker/payouts', 'Payouts'],
] as const

/** The navigation between a filmmaker's pages. */
export const FilmmakerNav = () => (
  <nav aria-label="Your footage" className={css.nav}>
    {links.map(([to, label]) => (
      <NavLink key={to} to={to} end>
        {label}
      </NavLink>
    ))}
  </nav>
)
