/** Where a feature banner stays away, what its text is made of, and what our people can do with it when. Pure. */

/** Whatever else is said of a banner. */
export const hidden_on = ['/cart', '/cart/success', '/pricing', '/footage-research-form'] as const

export const plainPath = (path: string) => path.toLowerCase().replace(/\/+$/, '') || '/'

/** The path of a page of ours as our people type it: neither an address with a host nor what comes behind `?` or `#`. */
export const isPath = (text: string): boolean => /^\/(?!\/)[^\s?#\p{Cc}]{0,199}$/u.test(text)

/** Whether it keeps away from a page. */
export const isHiddenOn = (path: string, exclude_on: readonly string[]): boolean =>
  [...hidden_on, ...exclude_on].some(hidden => plainPath(hidden) === plainPath(path))

export type BannerPart = { text: string; isKey: boolean }

/** "Hold {{Shift}}." → "Hold ", the key Shift, "." Braces that are not closed stay as they are. */
export const partsOf = (description: string): BannerPart[] =>
  description
    .split(/\{\{([^{}]+)\}\}/)
    .map((text, place) => ({ text, isKey: place % 2 === 1 }))
    .filter(({ text }) => text !== '')

/** A text that shows keys is of use only where there is a keyboard. */
export const needsKeyboard = (description: string): boolean => partsOf(description).some(({ isKey }) => isKey)

/** Who can see it: whoever is signed in, or those of them who are filmmakers. */
export const audiences = ['everyone', 'filmmakers'] as const
export type Audience = (typeof audiences)[number]

export const bannerStates = ['draft', 'planned', 'running', 'ended'] as const
export type BannerState = (typeof bannerStates)[number]

/** What our people can do with it, and in which states. */
export const bannerMoves = {
  change: ['draft', 'planned', 'running'],
  start: ['draft'],
  take_back: ['planned'],
  end: ['running'],
  delete: ['draft'],
} as const satisfies Record<string, readonly BannerState[]>
export type BannerMove = keyof typeof bannerMoves

export const canBe = (move: BannerMove, state: BannerState): boolean => bannerMoves[move].some(one => one === state)

type Times = { is_draft: boolean; published_at: Date | null; ends_at: Date | null }

export const bannerState = ({ is_draft, published_at, ends_at }: Times, now: Date): BannerState => {
  if (is_draft) return 'draft'
  if (ends_at && ends_at <= now) return 'ended'
  return published_at && published_at > now ? 'planned' : 'running'
}
