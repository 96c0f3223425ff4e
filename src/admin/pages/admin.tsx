/** The rooms of our own people: dense, quick, by keyboard. Stands without the shop's header and footer. */
import { Link, Outlet } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { brand } from '#platform/brand.ts'
import { ThemeToggle } from '#ui/theme-toggle.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

import { Find } from '../find/find.tsx'
import { RoomBar } from '../parts/room-bar.tsx'
import { roomsFor } from '../rooms.ts'

import css from './admin.module.css'

export const handle = { header: false, footer: false }

export default function Admin() {
  const groups = roomsFor(useSession()?.roles ?? [])
  return (
    <div className={css.admin}>
      <header className={css.bar}>
        <Link to="/admin" className={css.home}>
          <Wordmark>{brand.name}</Wordmark>
          <span>Admin</span>
        </Link>
        <RoomBar groups={groups} />
        <Find rooms={groups} />
        <Link to="/" className={css.shop}>
          Shop
        </Link>
        <ThemeToggle />
      </header>
      <Outlet />
    </div>
  )
}
