/** The settings group of menus: the links of the header, in place of the built-in ones. */
import * as z from 'zod/mini'

import { requiredText } from '../text.ts'

export const MAX_HEADER_LINKS = 8

/** A page of the shop by its path, or another site by its full address. */
const menuTarget = z.string('The address is required').check(
  z.trim(),
  z.maxLength(500, 'The address is too long'),
  z.refine(
    text => /^\/(?!\/)[^\s\\]*$/.test(text) || (/^https:\/\/[^\s@/]+\.[^\s@]+$/.test(text) && URL.canParse(text)),
    'The address starts with / for a page of the shop, or with https:// for another site.',
  ),
)

export const menusSettings = {
  label: 'Menus',
  about: 'The links of the header and of the menu on phones.',
  schema: z.object({
    /** Empty for the built-in menu. */
    header: z.array(z.object({ label: requiredText('The label', 24), to: menuTarget })).check(
      z.maxLength(MAX_HEADER_LINKS, `The header has up to ${MAX_HEADER_LINKS} links.`),
      z.refine(
        links => new Set(links.map(({ label }) => label.toLowerCase())).size === links.length,
        'Each link needs a label of its own.',
      ),
    ),
  }),
  defaults: { header: [] },
}

export type HeaderMenuLink = z.output<typeof menusSettings.schema>['header'][number]
