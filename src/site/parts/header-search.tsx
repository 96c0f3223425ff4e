/** The search field of the header, on pages that have none of their own. */
import { useLocation } from 'react-router'

import { SearchField } from '#catalog/search-field.tsx'

import css from './header.module.css'

const pages_with_their_own = /^\/(clips|clips\/look|stock-footage(\/[^/]+)?)?$/

export const HeaderSearch = () => {
  const { pathname } = useLocation()
  return pages_with_their_own.test(pathname) ? null : <SearchField className={css.field} />
}
