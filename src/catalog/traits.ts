/** Named values of a clip’s numbers, for filters: people, orientation, resolution, releases. */

/** `without` is the label of an excluded value, where “Not …” would be wrong. */
export type Trait = { value: string; label: string; without?: string }

export const peopleTraits: readonly Trait[] = [
  { value: 'none', label: 'No people', without: 'With people' },
  { value: 'one', label: 'One person' },
  { value: 'few', label: '2 to 5 people' },
  { value: 'crowd', label: '6 people or more' },
]

export const peopleTraitOf = (count: number): string =>
  count <= 0 ? 'none' : count === 1 ? 'one' : count <= 5 ? 'few' : 'crowd'

export const orientationTraits: readonly Trait[] = [
  { value: 'horizontal', label: 'Horizontal' },
  { value: 'scope', label: 'Scope (2:1 or wider)' },
  { value: 'vertical', label: 'Vertical' },
  { value: 'square', label: 'Square' },
]

/** Scope clips are horizontal, too. */
export const orientationOf = (width: number, height: number): string[] => {
  const ratio = width / height
  if (ratio < 0.95) return ['vertical']
  if (ratio <= 1.05) return ['square']
  return ratio >= 2 ? ['horizontal', 'scope'] : ['horizontal']
}

export const resolutionTraits: readonly Trait[] = [
  { value: 'sd', label: 'SD' },
  { value: 'hd', label: 'HD' },
  { value: '2k', label: '2K' },
  { value: '4k', label: '4K' },
  { value: '6k', label: '6K' },
  { value: '8k', label: '8K or larger' },
]

/** Resolutions by the longer edge, so that a vertical clip counts the same as a rotated one. */
const resolutionSteps: readonly [from_px: number, value: string][] = [
  [7_680, '8k'],
  [5_700, '6k'],
  [3_840, '4k'],
  [2_048, '2k'],
  [1_280, 'hd'],
]

export const resolutionOf = (width: number, height: number): string =>
  resolutionSteps.find(([from_px]) => Math.max(width, height) >= from_px)?.[1] ?? 'sd'

export const releaseTraits: readonly Trait[] = [
  { value: 'not-needed', label: 'No release needed', without: 'Release needed' },
  { value: 'model', label: 'Model released' },
  { value: 'property', label: 'Property released' },
  { value: 'editorial', label: 'Editorial use only', without: 'Commercial use' },
]

export const releases = ['not-needed', 'model', 'property', 'editorial'] as const
export type Release = (typeof releases)[number]

/** Values of the license filter, which depend on the user’s workspace. */
export const licenseTraits: readonly Trait[] = [
  { value: 'licensed', label: 'Licensed by your workspace', without: 'Not licensed yet' },
]

export const soundTraits: readonly Trait[] = [{ value: 'yes', label: 'With sound', without: 'Without sound' }]
export const alphaTraits: readonly Trait[] = [
  { value: 'yes', label: 'With alpha channel', without: 'Without alpha channel' },
]
export const loopTraits: readonly Trait[] = [{ value: 'yes', label: 'Loops seamlessly', without: 'Doesn’t loop' }]

/** Whether pictures of a pixel format, as ffprobe names it, can be transparent: "yuva444p12le", "bgra". */
export const hasAlpha = (pixel_format: string): boolean =>
  /^(?:yuva|gbrap|rgba|bgra|argb|abgr|ayuv|vuya|ya\d)/.test(pixel_format)
