/** Where a feature banner stays away, and what its text is made of. Pure. */

const hidden_on = ['/cart', '/cart/success', '/pricing', '/footage-research-form']

const plain = (path: string) => path.toLowerCase().replace(/\/+$/, '') || '/'

/** Whether it keeps away from a page. */
export const isHiddenOn = (path: string, exclude_on: readonly string[]): boolean =>
  [...hidden_on, ...exclude_on].some(hidden => plain(hidden) === plain(path))

export type BannerPart = { text: string; isKey: boolean }

/** "Hold {{Shift}}." → "Hold ", the key Shift, "." Braces that are not closed stay as they are. */
export const partsOf = (description: string): BannerPart[] =>
  description
    .split(/\{\{([^{}]+)\}\}/)
    .map((text, place) => ({ text, isKey: place % 2 === 1 }))
    .filter(({ text }) => text !== '')
