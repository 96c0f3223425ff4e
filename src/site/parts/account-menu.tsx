/** Uses the browser's popover: it opens before our code has loaded, and closes on Escape or a click outside. */
import { lazy, Suspense, type FocusEvent } from 'react'

import type { User } from '#accounts/contract.ts'
import { formatPersonName } from '#accounts/person-name.ts'
import { Avatar } from '#ui/avatar.tsx'

import { ThemeChoice } from './theme-choice.tsx'
import { useWasOpened } from './use-was-opened.ts'

import css from './account-menu.module.css'

const MENU_ID = 'account-menu'
const importEntries = () => import('./account-entries.tsx')
const AccountEntries = lazy(importEntries)

const close = () => document.getElementById(MENU_ID)?.hidePopover()

/** Closes the menu when focus moves past its last entry. It stays open while focus is on its button. */
const closeOnBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
  if (!(relatedTarget instanceof HTMLElement) || currentTarget.contains(relatedTarget)) return
  if (relatedTarget.getAttribute('popovertarget') !== MENU_ID) close()
}

const preloadEntries = () => {
  importEntries().catch(() => undefined)
}

export const AccountMenu = ({ user }: { user: User }) => {
  const wasOpened = useWasOpened(MENU_ID)
  const name = formatPersonName(user)
  return (
    <>
      <button
        type="button"
        className={css.trigger}
        popoverTarget={MENU_ID}
        aria-label="Your account"
        onPointerEnter={preloadEntries}
        onFocus={preloadEntries}
      >
        <Avatar name={name} url={user.avatar_url} kind="person" />
      </button>
      <div id={MENU_ID} popover="auto" className={css.menu} onBlur={closeOnBlur}>
        <div className={css.who}>
          <p>
            {name}
            {name !== user.email && <span>{user.email}</span>}
          </p>
          <ThemeChoice isSignedIn />
        </div>
        <noscript>
          <a href="/account/details">Your account</a>
        </noscript>
        <Suspense fallback={<div className={css.waiting} />}>
          {wasOpened && <AccountEntries onLeave={close} />}
        </Suspense>
      </div>
    </>
  )
}
