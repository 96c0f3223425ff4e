/** The settings group of the look: logos, accent colors, the front page's headline, and the clip behind the not-found page. */
import * as z from 'zod/mini'

import { requiredText } from '../text.ts'
import { describeUnreadableAccent, isReadableAccent, type ThemeName } from './accent.ts'
import { Logo } from './logo.ts'

const accentColor = (theme: ThemeName) =>
  z.string('The accent color must be a color such as #8a5a00.').check(
    z.trim(),
    z.overwrite(text => text.toLowerCase()),
    z.regex(/^#[0-9a-f]{6}$/, { error: 'The accent color must be a color such as #8a5a00.', abort: true }),
    z.refine(hex => isReadableAccent(hex, theme), {
      error: ({ input }) => describeUnreadableAccent(String(input), theme),
    }),
  )

export const lookSettings = {
  label: 'Look',
  about: 'Logos, accent color, headline of the front page, and the clip behind the not-found page.',
  schema: z.object({
    /** Null for the product's own amber. */
    accent: z.nullable(z.object({ light: accentColor('light'), dark: accentColor('dark') })),
    /** The logo on light pages; null for the name in type. */
    logo_light: z.nullable(Logo),
    /** The logo on dark pages; null for the same as on light ones. */
    logo_dark: z.nullable(Logo),
    /** The icon of browser tabs. */
    mark: z.nullable(Logo),
    headline: requiredText('The headline', 80),
    /** Null for a popular clip. */
    not_found_clip_id: z.nullable(
      z.int32('The clip is named by its number.').check(z.positive('The clip is named by its number.')),
    ),
  }),
  defaults: {
    accent: null,
    logo_light: null,
    logo_dark: null,
    mark: null,
    headline: 'The shot you had in mind.',
    not_found_clip_id: null,
  },
}
