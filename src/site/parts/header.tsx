import { LogIn, Search } from 'lucide-react'
import { Link, useLocation } from 'react-router'

import { formatPersonName } from '#accounts/person-name.ts'
import { useSession } from '#accounts/use-session.ts'
import { CartButton } from '#cart/cart-button.tsx'
import { useCompany } from '#platform/settings/company-context.ts'
import { SearchField } from '#search/search-field.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Wordmark } from '#ui/wordmark.tsx'

import { AccountMenu } from './account-menu.tsx'
import { MainNav } from './main-nav.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { useAccountTheme } from './use-theme.ts'

import css from './header.module.css'

/** The thin bar above the header: sister sites and contact details. */
export const BrandBar = () => {
  const company = useCompany()
  return (
    <aside className={css.bar} aria-label="How to reach us">
      {company.sister_sites.length > 0 && (
        <ul className={css.sites}>
          {company.sister_sites.map(({ name, to }) => (
            <li key={to}>
              <a href={to}>{name}</a>
            </li>
          ))}
        </ul>
      )}
      <ul className={css.reach}>
        <li>
          <Link to="/contact">Contact Us</Link>
        </li>
        <li>
          <a href={`tel:${company.phone}`} className="mono">
            {company.phone}
          </a>
        </li>
      </ul>
    </aside>
  )
}

/** The search field of the header, on pages without a search field of their own. */
const PAGES_WITH_OWN_SEARCH = /^\/(clips|clips\/look|stock-footage(\/[^/]+)?)?$/

const HeaderSearch = () => {
  const { pathname } = useLocation()
  return PAGES_WITH_OWN_SEARCH.test(pathname) ? null : <SearchField className={css.field} />
}

/** `bare`: only the logo. The style sheet hides the rest, which costs other pages no script. */
export const Header = ({ bare }: { bare: boolean }) => {
  const company = useCompany()
  const user = useSession()
  const isActing = user !== null && user.masquerade !== null
  // A masquerade doesn't apply the client's theme to the staff member's browser.
  useAccountTheme(isActing ? null : user)
  return (
    <>
      <BrandBar />
      <header
        className={cx(css.header, isActing ? css.acting : bare && css.bare)}
        // The masquerade header is dark violet in both themes.
        data-theme={isActing ? 'dark' : undefined}
      >
        <Link to="/" className={css.home} aria-label={`${company.name}, home`}>
          <Wordmark />
        </Link>
        <MainNav isSignedIn={user !== null} />
        <HeaderSearch />
        <div className={css.tools}>
          {isActing && <p className={css.as}>As {formatPersonName(user)}</p>}
          <Link to="/clips" className={css.search} aria-label="Search">
            <Search aria-hidden />
          </Link>
          <CartButton />
          <span className={css.wide}>
            {user ? (
              <AccountMenu user={user} />
            ) : (
              <>
                <ThemeChoice isSignedIn={false} />
                <ButtonLink to="/login" kind="quiet">
                  <LogIn aria-hidden />
                  Login
                </ButtonLink>
                <ButtonLink to="/register">Create Free Account</ButtonLink>
              </>
            )}
          </span>
          <MobileMenu user={user} />
        </div>
      </header>
    </>
  )
}
