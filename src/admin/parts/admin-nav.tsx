/** Navigation between the admin pages: links of the current group, a menu for each other group, and one panel with all groups on small screens. */
import { ChevronDown } from 'lucide-react'
import { useRef, type FocusEvent, type KeyboardEvent } from 'react'
import { NavLink, useLocation } from 'react-router'

import { useAfterNavigation } from '#ui/use-after-navigation.ts'

import { findAdminPage, type AdminPageGroup } from '../admin-pages.ts'

import css from './admin-nav.module.css'

const PANEL_ID = 'all-admin-pages'
const menuIdOf = (label: string) => `admin-pages-${label.toLowerCase()}`

/** The arrow keys open a menu from its button and move the focus through it. */
const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const { currentTarget, target } = event
  const menu = currentTarget.querySelector<HTMLElement>('[popover]')
  if (!menu?.matches(':popover-open')) {
    if (step === -1) return
    menu?.showPopover({ source: currentTarget.querySelector('button') ?? undefined })
  }
  const focusables = [...currentTarget.querySelectorAll<HTMLElement>('button, a')]
  focusables[focusables.findIndex(element => element === target) + step]?.focus()
}

/** Closes a menu when the focus leaves it. */
const closeOnBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
  if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
    currentTarget.querySelector<HTMLElement>('[popover]')?.hidePopover()
}

const menuHandlers = { onKeyDown, onBlur: closeOnBlur }

export const AdminNav = ({ groups }: { groups: readonly AdminPageGroup[] }) => {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  const current = findAdminPage(groups, pathname)
  // The pages of an only group are always beside each other.
  const shownGroup = current?.group ?? (groups.length === 1 ? groups[0] : undefined)
  useAfterNavigation(() => {
    for (const menu of nav.current?.querySelectorAll<HTMLElement>('[popover]') ?? []) menu.hidePopover()
  })
  return (
    <nav ref={nav} className={css.bar} aria-label="Admin">
      <div className={css.all} {...menuHandlers}>
        <button type="button" className={css.opener} popoverTarget={PANEL_ID} data-here>
          <span className="visually-hidden">Admin pages: </span>
          {current?.page.label ?? 'Dashboard'}
          <ChevronDown aria-hidden />
        </button>
        <div id={PANEL_ID} popover="auto" className={css.panel}>
          {groups.map(group => (
            <section key={group.label} aria-label={group.label}>
              <h2>{group.label}</h2>
              <AdminNavLinks group={group} />
            </section>
          ))}
        </div>
      </div>
      {groups.length > 1 && (
        <div className={css.groups}>
          {groups.map(group => (
            <div key={group.label} {...menuHandlers}>
              <button
                type="button"
                className={css.opener}
                popoverTarget={menuIdOf(group.label)}
                data-here={group === current?.group || undefined}
              >
                {group.label}
                <ChevronDown aria-hidden />
              </button>
              <div id={menuIdOf(group.label)} popover="auto" className={css.menu}>
                <AdminNavLinks group={group} />
              </div>
            </div>
          ))}
        </div>
      )}
      {shownGroup && <AdminNavLinks group={shownGroup} />}
    </nav>
  )
}

const AdminNavLinks = ({ group: { label, pages } }: { group: AdminPageGroup }) => (
  <ul className={css.pageLinks} aria-label={`${label} pages`}>
    {pages.map(({ to, label }) => (
      <li key={to}>
        <NavLink to={to}>{label}</NavLink>
      </li>
    ))}
  </ul>
)
