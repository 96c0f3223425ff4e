/** The settings group of links: the company's profiles and other sites, and more links of the footer. */
import * as z from 'zod/mini'

import { brand } from '../brand.ts'
import { optionalText, requiredText } from '../text.ts'
import { webAddress } from './fields.ts'

const MAX_LINKS = 20
const tooMany = (what: string) => z.maxLength(MAX_LINKS, `At most ${MAX_LINKS} ${what} can be listed.`)

/** A page of the shop, or a full web address. */
const linkTarget = z.string('The address is required').check(
  z.trim(),
  z.maxLength(500, 'The address is too long'),
  z.refine(
    text => /^\/(?!\/)[^\s\\]*$/.test(text) || /^https?:\/\/[^\s@/]+\.[^\s@]+$/.test(text),
    'The address must start with / for a page of the shop, or be a full web address.',
  ),
)

export const linksSettings = {
  label: 'Links',
  about: 'Social profiles, sister sites, and links of your own in the footer.',
  schema: z.object({
    social: z
      .array(z.object({ name: requiredText('The name of a profile', 40), to: webAddress('The address of a profile') }))
      .check(tooMany('profiles')),
    sister_sites: z
      .array(
        z.object({
          name: requiredText('The name of a sister site', 60),
          about: optionalText('The line about a sister site', 120),
          to: webAddress('The address of a sister site'),
        }),
      )
      .check(tooMany('sister sites')),
    footer_links: z
      .array(z.object({ label: requiredText('The label of a link', 40), to: linkTarget }))
      .check(tooMany('links')),
  }),
  defaults: { social: [...brand.social], sister_sites: [...brand.sister_sites], footer_links: [] },
}
