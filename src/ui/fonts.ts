/** The two faces every page shows above the fold; the document preloads them. */
import title from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url'
import text from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'

/**
 * For `<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous">`. The titles' is as large as four pictures: it comes
 * after them, and a face of the same measures stands in.
 */
export const preloadedFonts: readonly { href: string; priority: 'high' | 'low' }[] = [
  { href: text, priority: 'high' },
  { href: title, priority: 'low' },
]
