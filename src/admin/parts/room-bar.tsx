/** The way to every room: its group's own side by side, the other groups behind their names; on small screens all of them in one panel. */
import { ChevronDown } from 'lucide-react'
import { useRef, type FocusEvent, type KeyboardEvent } from 'react'
import { NavLink, useLocation } from 'react-router'

import { useAfterNavigation } from '#ui/use-after-navigation.ts'

import { roomAt, type RoomGroup } from '../rooms.ts'

import css from './room-bar.module.css'

const panelId = 'all-rooms'
const menuOf = (label: string) => `rooms-${label.toLowerCase()}`

/** The arrows go from its button into an open menu and through it, and open it where it is shut. */
const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  event.preventDefault()
  const { currentTarget, target } = event
  const menu = currentTarget.querySelector<HTMLElement>('[popover]')
  if (!menu?.matches(':popover-open')) {
    if (by === -1) return
    menu?.showPopover({ source: currentTarget.querySelector('button') ?? undefined })
  }
  const places = [...currentTarget.querySelectorAll<HTMLElement>('button, a')]
  places[places.findIndex(place => place === target) + by]?.focus()
}

/** Whoever tabs on past its last room leaves it. */
const closeBehind = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
  if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
    currentTarget.querySelector<HTMLElement>('[popover]')?.hidePopover()
}

const ways = { onKeyDown, onBlur: closeBehind }

export const RoomBar = ({ groups }: { groups: readonly RoomGroup[] }) => {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  const here = roomAt(groups, pathname)
  useAfterNavigation(() => {
    for (const menu of nav.current?.querySelectorAll<HTMLElement>('[popover]') ?? []) menu.hidePopover()
  })
  return (
    <nav ref={nav} className={css.bar} aria-label="Admin">
      <div className={css.all} {...ways}>
        <button type="button" className={css.opener} popoverTarget={panelId} data-here>
          <span className="visually-hidden">Rooms: </span>
          {here?.room.label ?? 'Choose'}
          <ChevronDown aria-hidden />
        </button>
        <div id={panelId} popover="auto" className={css.panel}>
          {groups.map(group => (
            <section key={group.label} aria-label={group.label}>
              <h2>{group.label}</h2>
              <Rooms group={group} />
            </section>
          ))}
        </div>
      </div>
      {groups.length > 1 && (
        <div className={css.groups}>
          {groups.map(group => (
            <div key={group.label} {...ways}>
              <button
                type="button"
                className={css.opener}
                popoverTarget={menuOf(group.label)}
                data-here={group === here?.group || undefined}
              >
                {group.label}
                <ChevronDown aria-hidden />
              </button>
              <div id={menuOf(group.label)} popover="auto" className={css.menu}>
                <Rooms group={group} />
              </div>
            </div>
          ))}
        </div>
      )}
      {here && <Rooms group={here.group} />}
    </nav>
  )
}

const Rooms = ({ group: { label, rooms } }: { group: RoomGroup }) => (
  <ul className={css.rooms} aria-label={`Rooms of ${label}`}>
    {rooms.map(({ to, label }) => (
      <li key={to}>
        <NavLink to={to}>{label}</NavLink>
      </li>
    ))}
  </ul>
)
