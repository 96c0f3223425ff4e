/** Endpoints of content pages and legal texts, for visitors. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { numberParam } from '#platform/http/lists.ts'

export const ContentDocument = z.object({
  /** What comes before the first heading. */
  html: z.string(),
  sections: z.array(
    z.object({
      /** The anchor. */
      id: z.string(),
      title: z.string(),
      html: z.string(),
      /** The headings of the third level. */
      items: z.array(z.object({ id: z.string(), title: z.string(), html: z.string(), text: z.string() })),
    }),
  ),
})
export type ContentDocument = z.infer<typeof ContentDocument>

const TextVersion = z.object({
  id: z.int(),
  /** Of its Markdown text, with the company's details filled in. */
  sha256: z.string(),
  effective_from: z.iso.datetime(),
  is_current: z.boolean(),
})

const ContentPage = z.object({
  slug: z.string(),
  path: z.string(),
  title: z.string(),
  /** For search engines. */
  description: z.string(),
  document: ContentDocument,
  version: TextVersion,
  /** All versions that visitors were shown, the latest first. */
  versions: z.array(z.object({ id: z.int(), effective_from: z.iso.datetime() })),
})
export type ContentPage = z.infer<typeof ContentPage>

const slug = z.string().check(z.maxLength(80))

const versionQuery = z.object({ version: z.optional(numberParam('This is no version.')) })

export const getContentPage = endpoint('GET', '/content/:slug', {
  summary: 'Get a content page or legal text, as it is now or in an earlier version',
  who: 'anyone',
  masquerade: 'allowed',
  params: z.object({ slug }),
  query: versionQuery,
  reply: ContentPage,
})

export const getContentVersion = endpoint('GET', '/content/:slug/version', {
  summary: 'Get the version of a content page or legal text that is in effect, or facts of an earlier one',
  who: 'anyone',
  masquerade: 'allowed',
  params: z.object({ slug }),
  query: versionQuery,
  reply: z.extend(TextVersion, {
    /** The list before the first heading: a legal text in short. */
    summary: z.array(z.string()),
  }),
})

export const getContentText = endpoint('GET', '/content/:slug/text', {
  summary: 'Get the exact text of a content page or legal text in Markdown, whose SHA-256 orders keep',
  who: 'anyone',
  masquerade: 'allowed',
  params: z.object({ slug }),
  query: versionQuery,
  reply: z.extend(TextVersion, { title: z.string(), text: z.string() }),
})
