import { Menu, X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'

import type { User } from '#accounts/contract.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { useAfterNavigation } from '#ui/use-after-navigation.ts'

import { getHeaderMenu } from '../header-menu.ts'
import { MenuLink } from './menu-link.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { useWasOpened } from './use-was-opened.ts'

import css from './mobile-menu.module.css'

const MENU_ID = 'mobile-menu'
const MobileExtras = lazy(() => import('./mobile-extras.tsx'))
const AccountEntries = lazy(() => import('./account-entries.tsx'))

const close = () => document.getElementById(MENU_ID)?.hidePopover()

/** A full-screen menu for phones and tablets. */
export const MobileMenu = ({ user }: { user: User | null }) => {
  const { links, rest } = getHeaderMenu(useCompany().header_links, user !== null)
  const wasOpened = useWasOpened(MENU_ID)
  useAfterNavigation(close)
  return (
    <>
      <button type="button" className={css.open} popoverTarget={MENU_ID} aria-label="Menu">
        <Menu aria-hidden />
      </button>
      <div id={MENU_ID} popover="auto" className={css.menu}>
        <div className={css.top}>
          <ThemeChoice isSignedIn={user !== null} />
          <button
            type="button"
            className={css.close}
            popoverTarget={MENU_ID}
            popoverTargetAction="hide"
            aria-label="Close menu"
          >
            <X aria-hidden />
          </button>
        </div>
        <nav aria-label="Menu" className={css.places}>
          {[...links, ...rest].map(
            ({ to, label }) =>
              to && (
                <MenuLink key={label} to={to} className={css.place}>
                  {label}
                </MenuLink>
              ),
          )}
          <Suspense>{user && wasOpened && <MobileExtras user={user} />}</Suspense>
          {!user && (
            <>
              <Link to="/register" className={css.place}>
                Create free account
              </Link>
              <Link to="/login" className={css.place}>
                Login
              </Link>
            </>
          )}
        </nav>
        {user && (
          <div className={css.account}>
            <p className={css.who}>{user.email}</p>
            <noscript>
              <a href="/account/details">Your account</a>
            </noscript>
            <Suspense>{wasOpened && <AccountEntries onLeave={close} />}</Suspense>
          </div>
        )}
      </div>
    </>
  )
}
