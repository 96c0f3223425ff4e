import { Menu, X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'

import type { User } from '#accounts/contract.ts'
import { useAfterNavigation } from '#ui/use-after-navigation.ts'

import { headerPlaces } from '../links.ts'
import { ThemeChoice } from './theme-choice.tsx'
import { useWanted } from './use-wanted.ts'

import css from './mobile-menu.module.css'

const menuId = 'mobile-menu'
const MobileExtras = lazy(() => import('./mobile-extras.tsx'))
const AccountEntries = lazy(() => import('./account-entries.tsx'))

const close = () => document.getElementById(menuId)?.hidePopover()

/** The whole screen on phones and tablets. */
export const MobileMenu = ({ user }: { user: User | null }) => {
  const isWanted = useWanted(menuId)
  useAfterNavigation(close)
  return (
    <>
      <button type="button" className={css.open} popoverTarget={menuId} aria-label="Menu">
        <Menu aria-hidden />
      </button>
      <div id={menuId} popover="auto" className={css.menu}>
        <div className={css.top}>
          <ThemeChoice isSignedIn={user !== null} />
          <button
            type="button"
            className={css.close}
            popoverTarget={menuId}
            popoverTargetAction="hide"
            aria-label="Close menu"
          >
            <X aria-hidden />
          </button>
        </div>
        <nav aria-label="Menu" className={css.places}>
          {headerPlaces.map(
            ({ to, label, signedIn }) =>
              to &&
              (user || !signedIn) && (
                <Link key={to} to={to} className={css.place}>
                  {label}
                </Link>
              ),
          )}
          <Suspense>{user && isWanted && <MobileExtras user={user} />}</Suspense>
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
            <Suspense>{isWanted && <AccountEntries onLeave={close} />}</Suspense>
          </div>
        )}
      </div>
    </>
  )
}
