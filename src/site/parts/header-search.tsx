/** The search field of the header, on pages without a search field of their own. */
import { useLocation } from 'react-router'

import { SearchField } from '#search/search-field.tsx'

import css from './header.module.css'

const PAGES_WITH_OWN_SEARCH = /^\/(clips|clips\/look|stock-footage(\/[^/]+)?)?$/

export const HeaderSearch = () => {
  const { pathname } = useLocation()
  return PAGES_WITH_OWN_SEARCH.test(pathname) ? null : <SearchField className={css.field} />
}
