/** The navigation between the pages of one's own account. The footer stays under all of them, so that it does not come and go between tabs. */
import { Link, Outlet, useLocation } from 'react-router'

import { getFlags } from '#platform/contract.ts'
import { pageCall } from '#platform/page.ts'
import { useChosenInSight } from '#ui/use-chosen-in-sight.ts'

import { accountPlaces } from '../account-places.ts'
import { getDetails } from '../own/contract.ts'
import type { Route } from './+types/account'

import css from './account.module.css'

/** Nobody but its owner comes further. */
export const loader = async (args: Route.LoaderArgs) => {
  const [flags] = await Promise.all([pageCall(args, getFlags, {}), pageCall(args, getDetails, {})])
  return { flags: flags.data }
}

export default function Account({ loaderData: { flags } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const nav = useChosenInSight<HTMLElement>(pathname)
  return (
    <div className={css.account}>
      <nav ref={nav} className={css.places} aria-label="Your account">
        {accountPlaces
          .filter(({ flag }) => !flag || flags[flag])
          .map(({ to, label, also }) => (
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
