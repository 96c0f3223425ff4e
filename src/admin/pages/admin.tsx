/** The layout of the admin pages, without the shop's header and footer. */
import { Link, Outlet } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { MaintenanceNotice } from '#site/maintenance-notice.tsx'
import { ThemeToggle } from '#ui/theme-toggle.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

import { listAdminPages } from '../admin-pages.ts'
import { FindButton } from '../find/find-button.tsx'
import { AdminNav } from '../parts/admin-nav.tsx'

import css from './admin.module.css'

export const handle = { header: false, footer: false }

export default function Admin() {
  const groups = listAdminPages(useSession()?.roles ?? [])
  return (
    <div className={css.admin}>
      <div>
        <header className={css.bar}>
          <Link to="/admin" className={css.home}>
            <Wordmark />
            <span>Admin</span>
          </Link>
          <AdminNav groups={groups} />
          <FindButton pageGroups={groups} />
          <Link to="/" className={css.shop}>
            Shop
          </Link>
          <ThemeToggle />
        </header>
        <MaintenanceNotice />
      </div>
      <Outlet />
    </div>
  )
}
