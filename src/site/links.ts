/** Links of the header, menus and footer. `links.test.ts` checks that each has a page. */
import type { BrowserFlag } from '#platform/flags/flags.ts'

import type { PanelName } from './parts/mega/panels.ts'

export type PageLink = { to: string; label: string }
/** Shown to users for whom its flag is on. */
export type FlaggedLink = PageLink & { flag: BrowserFlag }

/** A link of the header. Entries with only a panel are shown where the mega menu is available. */
export type HeaderLink = { label: string; to?: string; panel?: PanelName; signedIn?: true }

export const headerLinks: readonly HeaderLink[] = [
  { label: 'Search', to: '/clips' },
  { label: 'Collections', to: '/collections', panel: 'collections' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'Services', to: '/services' },
  { label: 'Boards', to: '/projects', signedIn: true },
  { label: 'Support', panel: 'support' },
  { label: 'Product', panel: 'product' },
]

/** Links to footage, next to the collection groups. */
export const browseLinks: readonly PageLink[] = [
  { to: '/category', label: 'All Categories' },
  { to: '/stock-footage', label: 'Popular Searches' },
  { to: '/clips?sort=newest', label: 'New Footage' },
]

export const productLinks: readonly PageLink[] = [
  { to: '/about', label: 'Our Story' },
  { to: '/filmmakers', label: 'Our Filmmakers' },
]

export const supportLinks: readonly PageLink[] = [
  { to: '/contact', label: 'Contact Us' },
  { to: '/license-terms', label: 'License Terms' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/pricing', label: 'Pricing' },
]

export const brandLinks: readonly PageLink[] = [
  ...productLinks,
  { to: '/articles', label: 'Articles' },
  { to: '/films', label: 'Films' },
  { to: '/stock-footage', label: 'Popular Searches' },
  { to: '/category', label: 'All Categories' },
]

export const helpLinks: readonly PageLink[] = [
  { to: '/pricing', label: 'Pricing' },
  { to: '/faq', label: 'FAQ' },
  { to: '/contact', label: 'Contact' },
  { to: '/contact?topic=contributor', label: 'Become a Contributor' },
  { to: '/api/docs', label: 'API' },
]

export const legalLinks: readonly PageLink[] = [
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/license-terms', label: 'License Terms' },
  { to: '/terms-and-conditions', label: 'Terms of Use' },
  { to: '/refund-policy', label: 'Refund Policy' },
  { to: '/withdrawal', label: 'Right of Withdrawal' },
  { to: '/imprint', label: 'Imprint' },
  { to: '/careers', label: 'Careers' },
]

/** Shown in the mobile menu to signed-in users. */
export const flaggedMobileLinks: readonly FlaggedLink[] = [
  { to: '/account/editfest', label: 'Editfest', flag: 'editfest-coupon' },
]

export const profileLinks: readonly PageLink[] = [
  { to: '/profile/settings', label: 'Settings' },
  { to: '/profile/notifications', label: 'Notifications' },
]
