/** What stands around every page of one's own account: the way between them. */
import { NavLink, Outlet, useLocation } from 'react-router'

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
  const nav = useChosenInSight<HTMLElement>(useLocation().pathname)
  return (
    <div className={css.account}>
      <nav ref={nav} className={css.places} aria-label="Your account">
        {accountPlaces.map(({ to, label }) => (
          <NavLink key={to} to={to} end>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className={css.page}>
        <Outlet />
      </div>
    </div>
  )
}
