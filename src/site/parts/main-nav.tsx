/** The header's places as a list of links; some open a panel: beside a link at 1440 pixels and wider, by a button of their own at every width. */
import { ChevronDown } from 'lucide-react'
import { Suspense, useEffect, useId, useRef } from 'react'
import { NavLink } from 'react-router'

import { cx } from '#ui/cx.ts'

import { headerPlaces } from '../links.ts'
import { panels, type PanelName } from './mega/panels.ts'
import { useMegaMenu } from './use-mega-menu.ts'

import css from './main-nav.module.css'

type Menu = ReturnType<typeof useMegaMenu>

export const MainNav = ({ isSignedIn }: { isSignedIn: boolean }) => {
  const menu = useMegaMenu()
  const nav = useRef<HTMLElement>(null)
  const { open, close } = menu
  useEffect(() => {
    if (!open) return
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !nav.current?.contains(target)) close()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  })
  return (
    <nav ref={nav} className={css.nav} aria-label="Main" {...menu.nav}>
      <ul className={css.places}>
        {headerPlaces
          .filter(({ signedIn }) => isSignedIn || !signedIn)
          .map(({ panel, ...place }) =>
            panel ? (
              <WithPanel key={place.label} {...{ place, panel, menu }} />
            ) : (
              <li key={place.label} className={css.place}>
                {place.to && <NavLink to={place.to}>{place.label}</NavLink>}
              </li>
            ),
          )}
      </ul>
    </nav>
  )
}

const WithPanel = ({
  place: { to, label },
  panel,
  menu,
}: {
  place: { to?: string; label: string }
  panel: PanelName
  menu: Menu
}) => {
  const id = useId()
  const isOpen = menu.open === panel
  const Panel = panels[panel]
  const button = {
    type: 'button',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: () => menu.toggle(panel),
  } as const
  return (
    <li className={css.place} data-open={isOpen || undefined} {...menu.item(panel)}>
      {to ? (
        <>
          <NavLink to={to}>{label}</NavLink>
          <button {...button} className={css.more} aria-label={`${label} menu`}>
            <ChevronDown aria-hidden />
          </button>
        </>
      ) : (
        <button {...button} className={css.name}>
          {label}
          <ChevronDown aria-hidden />
        </button>
      )}
      {isOpen && (
        <section id={id} className={cx(css.drop, to && css.whole)} aria-label={`${label} menu`}>
          <Suspense fallback={<div className={css.waiting} />}>
            <Panel />
          </Suspense>
        </section>
      )}
    </li>
  )
}
