/** The header's links. Links with a panel show it from 1440 pixels on; entries without a link open it at every width. */
import { ChevronDown } from 'lucide-react'
import { Suspense, useEffect, useId, useRef } from 'react'
import { NavLink } from 'react-router'

import { cx } from '#ui/cx.ts'

import { headerLinks } from '../links.ts'
import { panels, type PanelName } from './mega/panels.ts'
import { useMegaMenu } from './use-mega-menu.ts'

import css from './main-nav.module.css'

type MegaMenuState = ReturnType<typeof useMegaMenu>

export const MainNav = ({ isSignedIn }: { isSignedIn: boolean }) => {
  const menu = useMegaMenu()
  const nav = useRef<HTMLElement>(null)
  const { open, close } = menu
  useEffect(() => {
    if (!open) return
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !nav.current?.contains(target)) close()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  })
  return (
    <nav ref={nav} className={css.nav} aria-label="Main" {...menu.nav}>
      <ul className={css.places}>
        {headerLinks
          .filter(({ signedIn }) => isSignedIn || !signedIn)
          .map(({ panel, ...link }) =>
            panel ? (
              <PanelItem key={link.label} {...{ link, panel, menu }} />
            ) : (
              <li key={link.label} className={css.place}>
                {link.to && <NavLink to={link.to}>{link.label}</NavLink>}
              </li>
            ),
          )}
      </ul>
    </nav>
  )
}

const PanelItem = ({
  link: { to, label },
  panel,
  menu,
}: {
  link: { to?: string; label: string }
  panel: PanelName
  menu: MegaMenuState
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
