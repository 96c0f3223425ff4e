/** The two fonts that every page shows above the fold. The document preloads them. */
import title from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url'
import text from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'

/**
 * For `<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous">`. The title font is as large as four
 * pictures, so it loads after them, and a fallback with the same metrics is shown until then.
 */
export const PRELOADED_FONTS: readonly { href: string; priority: 'high' | 'low' }[] = [
  { href: text, priority: 'high' },
  { href: title, priority: 'low' },
]
