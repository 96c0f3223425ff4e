/**
 * The layout of the account pages with their navigation. All of them show the footer, so that it does not appear and
 * disappear between tabs.
 */
import { Link, Outlet, useLocation } from 'react-router'

import { getFlags } from '#platform/contract.ts'
import { callForPage } from '#platform/http/page.ts'
import { useScrollToCurrent } from '#ui/use-scroll-to-current.ts'

import { accountLinks } from '../account-links.ts'
import { getDetails } from '../own/contract.ts'
import type { Route } from './+types/account'

import css from './account.module.css'

/** Redirects guests to the login: `getDetails` requires a session. */
export const loader = async (args: Route.LoaderArgs) => {
  const [flags] = await Promise.all([callForPage(args, getFlags, {}), callForPage(args, getDetails, {})])
  return { flags: flags.data }
}

export default function Account({ loaderData: { flags } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const navRef = useScrollToCurrent<HTMLElement>(pathname)
  return (
    <div className={css.account}>
      <nav ref={navRef} className={css.places} aria-label="Your account">
        {accountLinks
          .filter(({ flag }) => !flag || flags[flag])
          .map(({ to, label, alternate }) => (
            <Link key={to} to={to} aria-current={pathname === to || pathname === alternate ? 'page' : undefined}>
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
