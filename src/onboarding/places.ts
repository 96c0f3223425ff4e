/** Where newcomers are asked: where people look around, and never where they came to do something (decision 146). */
import { isEntrance } from '#accounts/next.ts'

type Place = { pathname: string; search: string }

/** The front page, and whatever shows footage to choose from. */
const browsing = /^\/(?:(?:clips|stock-footage|collections|shoots|category|filmmakers)(?:\/.*)?|films)?$/i

/** Somebody logged in or registered on their way to this page: they want something here. */
const isReturn = (from: Place | null): boolean =>
  from !== null && isEntrance(from.pathname) && new URLSearchParams(from.search).has('next')

/** Whether whoever arrives `at` a page, `from` the one before it in this tab, may be asked there. */
export const mayAsk = (at: Place, from: Place | null): boolean =>
  browsing.test(at.pathname) && !new URLSearchParams(at.search).has('modal') && !isReturn(from)

/** Somebody who came here to pay is not asked in the same visit. */
export const isBuying = (pathname: string): boolean => /^\/(?:cart|checkout)(?:\/|$)/i.test(pathname)
