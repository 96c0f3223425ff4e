/** Where onboarding may open: on pages for browsing, never where users came to do something. */
import { isGuestOnlyPath } from '#accounts/next.ts'

type OnboardingLocation = { pathname: string; search: string }

/** The home page and pages that list footage. */
const BROWSING_PATHS = /^\/(?:(?:clips|stock-footage|collections|shoots|category|filmmakers)(?:\/.*)?|films)?$/i

/** True if the user logged in or registered on their way to this page. */
const isReturnFromLogin = (previous: OnboardingLocation | null): boolean =>
  previous !== null && isGuestOnlyPath(previous.pathname) && new URLSearchParams(previous.search).has('next')

/** Whether onboarding may open on the `current` page, which follows the `previous` one in this tab. */
export const canAskAt = (current: OnboardingLocation, previous: OnboardingLocation | null): boolean =>
  BROWSING_PATHS.test(current.pathname) &&
  !new URLSearchParams(current.search).has('modal') &&
  !isReturnFromLogin(previous)

/** Users who came to pay are not asked during the same visit. */
export const isCheckoutPath = (pathname: string): boolean => /^\/(?:cart|checkout)(?:\/|$)/i.test(pathname)
