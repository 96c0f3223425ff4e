/** What stands around every page of one's own account: the way between them. */
import { Link, Outlet, useLocation } from 'react-router'

import { pageCall } from '#platform/page.ts'
import { useChosenInSight } from '#ui/use-chosen-in-sight.ts'

import { accountPlaces } from '../account-places.ts'
import { getDetails } from '../own/contract.ts'
import type { Route } from './+types/account'

import css from './account.module.css'

/** Nobody but its owner comes further. */
export const loader = async (args: Route.LoaderArgs) => {
  await pageCall(args, getDetails, {})
  return null
}

export default function Account() {
  const { pathname } = useLocation()
  const nav = useChosenInSight<HTMLElement>(pathname)
  return (
    <div className={css.account}>
      <nav ref={nav} className={css.places} aria-label="Your account">
        {accountPlaces.map(({ to, label, also }) => (
          <Link key={to} to={to} aria-current={pathname === to || pathname === also ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <div className={css.page}>
        <Outlet />
      </div>
    </div>
  )
}
