/** The rooms of our own people: dense, quick, by keyboard. Stands without the shop's header and footer. */
import { Link, NavLink, Outlet, useLocation } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { brand } from '#platform/brand.ts'
import { ThemeToggle } from '#ui/theme-toggle.tsx'
import { useChosenInSight } from '#ui/use-chosen-in-sight.ts'
import { Wordmark } from '#ui/wordmark.tsx'
import { isPlatformAdmin, isStaff } from '#workspaces/policy.ts'

import { Find } from '../find/find.tsx'
import { adminRooms } from '../rooms.ts'

import css from './admin.module.css'

export const handle = { header: false, footer: false }

export default function Admin() {
  const roles = useSession()?.roles ?? []
  const bar = useChosenInSight<HTMLElement>(useLocation().pathname)
  const rooms = adminRooms.filter(
    ({ editors, platform_admins }) => (isStaff(roles) || editors) && (isPlatformAdmin(roles) || !platform_admins),
  )
  return (
    <div className={css.admin}>
      <header className={css.bar}>
        <Link to="/admin" className={css.home}>
          <Wordmark>{brand.name}</Wordmark>
          <span>Admin</span>
        </Link>
        <nav ref={bar} className={css.rooms} aria-label="Admin">
          {rooms.map(({ to, label }) => (
            <NavLink key={to} to={to}>
              {label}
            </NavLink>
          ))}
        </nav>
        <Find rooms={rooms} />
        <Link to="/" className={css.shop}>
          Shop
        </Link>
        <ThemeToggle />
      </header>
      <Outlet />
    </div>
  )
}
