/** Accent colors of a company's own: their contrast in each theme, and the tokens that follow from them. */

export type ThemeName = 'light' | 'dark'
export type Accent = Record<ThemeName, string>

/** The least contrast that WCAG AA asks of text. */
const MIN_CONTRAST = 4.5

/** The tokens `--well` and `--raised`: of each theme's backgrounds, those that are closest to a readable accent. */
const BACKGROUNDS = { light: [0.952, 0.006, 85], dark: [0.218, 0.007, 58] } as const
/** The token `--on-accent`, and its counterpart for dark accents. */
const DARK_LABEL = 'oklch(0.2 0.03 65)'
const LIGHT_LABEL = 'oklch(1 0 0)'

type Rgb = readonly [number, number, number]

const luminanceOf = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

/** Returns linear sRGB between 0 and 1. */
const fromOklch = ([lightness, chroma, hue]: readonly [number, number, number]): Rgb => {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const fromHex = (hex: string): Rgb => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return [red, green, blue]
}

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** Returns the WCAG contrast of a color ("#8a5a00") as text on a theme's least favorable background. */
export const getAccentContrast = (hex: string, theme: ThemeName): number =>
  contrast(luminanceOf(fromHex(hex)), luminanceOf(fromOklch(BACKGROUNDS[theme])))

/** Mixes a color with black or white by a share between 0 and 1. */
const mixWith = (hex: string, target: 0 | 255, share: number) =>
  `#${[1, 3, 5]
    .map(at => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16)
      return Math.round(value + (target - value) * share)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`

/** Returns the closest color that is readable in a theme: the same one, made darker or lighter. */
export const getReadableAccent = (hex: string, theme: ThemeName): string => {
  for (let percent = 0; percent < 100; percent += 1) {
    const color = mixWith(hex, theme === 'light' ? 0 : 255, percent / 100)
    if (isReadableAccent(color, theme)) return color
  }
  return theme === 'light' ? '#000000' : '#ffffff'
}

export const isReadableAccent = (hex: string, theme: ThemeName): boolean =>
  getAccentContrast(hex, theme) >= MIN_CONTRAST

/** Returns the sentence for a color that is hard to read in a theme, with one that would do. */
export const describeUnreadableAccent = (hex: string, theme: ThemeName): string => {
  const ratio = Math.floor(getAccentContrast(hex, theme) * 10) / 10
  return `${hex} has a contrast of ${ratio}:1 on a ${theme} page, but text needs ${MIN_CONTRAST}:1. Choose a ${
    theme === 'light' ? 'darker' : 'lighter'
  } color, such as ${getReadableAccent(hex, theme)}.`
}

/** The label on a button of this color, and what the button moves toward under the pointer so that the label stays readable. */
const labelOn = (hex: string) => {
  const luminance = luminanceOf(fromHex(hex))
  return contrast(luminance, luminanceOf(fromOklch([0.2, 0.03, 65]))) >= contrast(luminance, 1)
    ? { label: DARK_LABEL, away: 'white' }
    : { label: LIGHT_LABEL, away: 'black' }
}

/** Returns the values that replace the accent's tokens in tokens.css, by their names without dashes in front. */
export const getAccentTokens = ({ light, dark }: Accent): Record<string, string> => {
  const both = (format: (hex: string) => string) => `light-dark(${format(light)},${format(dark)})`
  const mix = (share: number) => both(hex => `color-mix(in oklab,${hex},${labelOn(hex).away} ${share}%)`)
  const fade = (share: number) => both(hex => `color-mix(in oklab,${hex} ${share}%,transparent)`)
  return {
    accent: both(hex => hex),
    'accent-hover': mix(9),
    'accent-press': mix(18),
    'on-accent': both(hex => labelOn(hex).label),
    'accent-text': both(hex => hex),
    chosen: `light-dark(oklch(0.2 0.01 65),${dark})`,
    'accent-wash': fade(12),
    focus: both(hex => hex),
    selection: fade(36),
  }
}

/** Returns the style sheet that replaces the accent's tokens. */
export const formatAccentSheet = (accent: Accent): string =>
  `:root{${Object.entries(getAccentTokens(accent))
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`
