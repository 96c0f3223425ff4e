import { NavLink } from 'react-router'

import css from './filmmaker-nav.module.css'

const places = [
  ['/filmmaker', 'Artist dashboard'],
  ['/filmmaker/uploads', 'Uploads'],
  ['/filmmaker/payouts', 'Payouts'],
] as const

/** The pages of whoever looks after footage, from one to the other. */
export const FilmmakerNav = () => (
  <nav aria-label="Your footage" className={css.nav}>
    {places.map(([to, name]) => (
      <NavLink key={to} to={to} end>
        {name}
      </NavLink>
    ))}
  </nav>
)
