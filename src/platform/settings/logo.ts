/** A logo in the settings: the name of its file, which is a hash of its content, and its proportions. */
import * as z from 'zod/mini'

export const MAX_LOGO_BYTES = 2_000_000

const AGAIN = 'Please upload the logo again.'
const side = z.int(AGAIN).check(z.minimum(1, AGAIN), z.maximum(2_000, AGAIN))

export const Logo = z.object({
  file: z.string(AGAIN).check(z.regex(/^[0-9a-f]{32}\.(?:svg|png)$/, AGAIN)),
  width: side,
  height: side,
})
export type Logo = z.infer<typeof Logo>

/** The PNG of a logo for mails and documents. */
export const getLogoPicture = (file: string): string => (file.endsWith('.svg') ? `${file}.png` : file)

export const logoPath = (file: string): string => `/api/look/${file}`
