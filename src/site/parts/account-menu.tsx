/** The browser's own popover: opens before our code has arrived, closes by Escape and by a press beside it. */
import { lazy, Suspense, type FocusEvent } from 'react'

import type { User } from '#accounts/contract.ts'
import { personName } from '#accounts/person-name.ts'
import { Avatar } from '#ui/avatar.tsx'

import { ThemeChoice } from './theme-choice.tsx'
import { useWanted } from './use-wanted.ts'

import css from './account-menu.module.css'

const menuId = 'account-menu'
const entries = () => import('./account-entries.tsx')
const AccountEntries = lazy(entries)

const close = () => document.getElementById(menuId)?.hidePopover()

/** Whoever tabs on past its last entry does not go on behind it; on the button that opened it, it stays. */
const closeBehind = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
  if (!(relatedTarget instanceof HTMLElement) || currentTarget.contains(relatedTarget)) return
  if (relatedTarget.getAttribute('popovertarget') !== menuId) close()
}

const fetchEntries = () => {
  entries().catch(() => undefined)
}

export const AccountMenu = ({ user }: { user: User }) => {
  const isWanted = useWanted(menuId)
  const name = personName(user)
  return (
    <>
      <button
        type="button"
        className={css.trigger}
        popoverTarget={menuId}
        aria-label="Your account"
        onPointerEnter={fetchEntries}
        onFocus={fetchEntries}
      >
        <Avatar name={name} url={user.avatar_url} kind="person" />
      </button>
      <div id={menuId} popover="auto" className={css.menu} onBlur={closeBehind}>
        <div className={css.who}>
          <p>
            {name}
            {name !== user.email && <span>{user.email}</span>}
          </p>
          <ThemeChoice isSignedIn />
        </div>
        <Suspense fallback={<div className={css.waiting} />}>{isWanted && <AccountEntries onLeave={close} />}</Suspense>
      </div>
    </>
  )
}
