/** The header's links. Links with a panel show it from 1440 pixels on; entries without a link open it at every width. */
import { ChevronDown } from 'lucide-react'
import { Suspense, useEffect, useId, useRef, type ReactNode } from 'react'

import { useCompany } from '#platform/settings/company-context.ts'
import { cx } from '#ui/cx.ts'

import { getHeaderMenu } from '../header-menu.ts'
import { panels, type MenuName, type PanelName } from './mega/panels.ts'
import { MenuLink } from './menu-link.tsx'
import { useMegaMenu } from './use-mega-menu.ts'

import css from './main-nav.module.css'

type MegaMenuState = ReturnType<typeof useMegaMenu>

export const MainNav = ({ isSignedIn }: { isSignedIn: boolean }) => {
  const menu = useMegaMenu()
  const { links, rest } = getHeaderMenu(useCompany().header_links, isSignedIn)
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
        {links.map(({ panel, ...link }) =>
          panel ? (
            <PanelItem key={link.label} {...{ link, panel, menu }}>
              <MenuPanel name={panel} />
            </PanelItem>
          ) : (
            <li key={link.label} className={css.place}>
              {link.to && <MenuLink to={link.to}>{link.label}</MenuLink>}
            </li>
          ),
        )}
        {rest.length > 0 && (
          <PanelItem link={{ label: 'More' }} panel="more" menu={menu}>
            <ul className={css.rest}>
              {rest.map(({ to, label }) => (
                <li key={label}>{to && <MenuLink to={to}>{label}</MenuLink>}</li>
              ))}
            </ul>
          </PanelItem>
        )}
      </ul>
    </nav>
  )
}

const MenuPanel = ({ name }: { name: PanelName }) => {
  const Panel = panels[name]
  return (
    <Suspense fallback={<div className={css.waiting} />}>
      <Panel />
    </Suspense>
  )
}

const PanelItem = ({
  link: { to, label },
  panel,
  menu,
  children,
}: {
  link: { to?: string; label: string }
  panel: MenuName
  menu: MegaMenuState
  children: ReactNode
}) => {
  const id = useId()
  const isOpen = menu.open === panel
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
          <MenuLink to={to}>{label}</MenuLink>
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
        <section
          id={id}
          className={cx(css.drop, to && css.whole, panel === 'more' && css.under)}
          aria-label={`${label} menu`}
        >
          {children}
        </section>
      )}
    </li>
  )
}
