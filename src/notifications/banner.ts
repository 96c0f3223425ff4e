/** Rules of feature banners: which pages hide them, the parts of their text, and what staff may do in which state. */

/** Pages that hide every banner. */
export const pagesWithoutBanners = ['/cart', '/cart/success', '/pricing', '/footage-research-form'] as const

export const normalizePath = (path: string) => path.toLowerCase().replace(/\/+$/, '') || '/'

/** Whether a text that staff typed is the path of a page: no host, query or hash. */
export const isPath = (text: string): boolean => /^\/(?!\/)[^\s?#\p{Cc}]{0,199}$/u.test(text)

/** Whether a page hides the banner. */
export const isHiddenOn = (path: string, exclude_on: readonly string[]): boolean =>
  [...pagesWithoutBanners, ...exclude_on].some(hiddenPath => normalizePath(hiddenPath) === normalizePath(path))

export type BannerTextPart = { text: string; isKey: boolean }

/** "Hold {{Shift}}." → "Hold ", the key Shift, ".". Unclosed braces stay text. */
export const splitBannerText = (description: string): BannerTextPart[] =>
  description
    .split(/\{\{([^{}]+)\}\}/)
    .map((text, index) => ({ text, isKey: index % 2 === 1 }))
    .filter(({ text }) => text !== '')

/** A text that mentions keys is useful only with a keyboard. */
export const needsKeyboard = (description: string): boolean => splitBannerText(description).some(({ isKey }) => isKey)

/** Who sees it: all signed-in users, or only filmmakers. */
export const bannerAudiences = ['everyone', 'filmmakers'] as const
export type BannerAudience = (typeof bannerAudiences)[number]

export const bannerStates = ['draft', 'planned', 'running', 'ended'] as const
export type BannerState = (typeof bannerStates)[number]

/** What staff can do with a banner, and in which states. */
export const bannerActions = {
  change: ['draft', 'planned', 'running'],
  start: ['draft'],
  take_back: ['planned'],
  end: ['running'],
  delete: ['draft'],
} as const satisfies Record<string, readonly BannerState[]>
export type BannerAction = keyof typeof bannerActions

export const isBannerActionAllowed = (action: BannerAction, state: BannerState): boolean =>
  bannerActions[action].some(allowedState => allowedState === state)

type BannerTimes = { is_draft: boolean; published_at: Date | null; ends_at: Date | null }

export const getBannerState = ({ is_draft, published_at, ends_at }: BannerTimes, now: Date): BannerState => {
  if (is_draft) return 'draft'
  if (ends_at && ends_at <= now) return 'ended'
  return published_at && published_at > now ? 'planned' : 'running'
}
