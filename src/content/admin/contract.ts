/** Endpoints with which platform administrators write, preview and publish content pages and legal texts. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { numberParam } from '#platform/http/lists.ts'
import { UploadParameters } from '#platform/images/contract.ts'
import { optionalText, ReasonBody, requiredText } from '#platform/text.ts'

import { ContentDocument } from '../contract.ts'

const ACCESS = 'platform_admins'

/** `default`: nothing was published yet, so visitors see the text that comes with the shop. */
export const pageStates = ['default', 'published', 'unpublished', 'taken_down'] as const
export const versionStates = ['scheduled', 'current', 'past', 'withdrawn'] as const

const Timestamp = z.iso.datetime()
const PageSummary = z.object({
  slug: z.string(),
  path: z.string(),
  name: z.string(),
  is_built_in: z.boolean(),
  /** Whether the owner confirmed the text that visitors see; null for the owner’s own pages. */
  is_confirmed: z.nullable(z.boolean()),
  state: z.enum(pageStates),
  has_draft: z.boolean(),
  /** When the next version takes effect. */
  scheduled_for: z.nullable(Timestamp),
  /** When the text that visitors see took effect; null when they see none. */
  effective_from: z.nullable(Timestamp),
})
export type PageSummary = z.infer<typeof PageSummary>

const ContentText = z.object({ title: z.string(), description: z.string(), source: z.string() })

const PageVersion = z.object({
  number: z.int(),
  state: z.enum(versionStates),
  title: z.string(),
  note: z.string(),
  effective_from: Timestamp,
  published_at: Timestamp,
  /** The staff member's email; null when the account was deleted. */
  published_by: z.nullable(z.string()),
})
export type PageVersion = z.infer<typeof PageVersion>

const StaffContentPage = z.extend(PageSummary, {
  /** Sent with every save and with publishing, so that nobody overwrites or publishes what they have not seen. */
  edit: z.int(),
  /** How the page uses headings and lists. */
  layout: z.string(),
  /** What visitors see; null when they see nothing. */
  current: z.nullable(z.extend(ContentText, { source_sha256: z.string() })),
  draft: z.nullable(
    z.extend(ContentText, {
      saved_at: Timestamp,
      saved_by: z.nullable(z.string()),
    }),
  ),
  /** The latest first. */
  versions: z.array(PageVersion),
  placeholders: z.array(z.object({ name: z.string(), about: z.string(), value: z.string() })),
})
export type StaffContentPage = z.infer<typeof StaffContentPage>

const slugParam = z.object({ slug: z.string().check(z.maxLength(80)) })

export const listStaffContent = endpoint('GET', '/admin/content', {
  summary: 'List content pages and legal texts with their state',
  who: ACCESS,
  query: z.object({ search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))) }),
  reply: z.array(PageSummary),
})

export const getStaffContent = endpoint('GET', '/admin/content/:slug', {
  summary: 'Get a content page with its draft and its versions',
  who: ACCESS,
  params: slugParam,
  reply: StaffContentPage,
})

export const SLUG_MESSAGE = 'The address has small letters, digits and single dashes, such as press-kit.'
export const NewPage = z.object({
  title: requiredText('Title', 120),
  slug: z
    .string('Address is required')
    .check(z.trim(), z.maxLength(80, 'Address is too long'), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, SLUG_MESSAGE)),
})

export const createContentPage = endpoint('POST', '/admin/content', {
  summary: 'Create a page of the owner’s own, as a draft',
  who: ACCESS,
  body: NewPage,
  reply: StaffContentPage,
})

const edit = z.int32('Enter the edit that you have seen.')
/** Longer texts than a page can have are refused with a sentence by the handler. */
const source = z.string('Text is required')

export const saveContentDraft = endpoint('PUT', '/admin/content/:slug/draft', {
  summary: 'Save the draft of a content page, which visitors don’t see',
  who: ACCESS,
  params: slugParam,
  body: z.object({
    title: requiredText('Title', 120),
    description: optionalText('Description', 300),
    source,
    /** 0 without a draft. */
    edit,
  }),
  reply: StaffContentPage,
})

export const deleteContentDraft = endpoint('DELETE', '/admin/content/:slug/draft', {
  summary: 'Delete the draft of a content page, and the page if it was never published',
  who: ACCESS,
  params: slugParam,
  reply: z.null(),
})

export const publishContent = endpoint('POST', '/admin/content/:slug/publish', {
  summary:
    'Publish the draft of a content page now or from a later time; a text that comes with the shop is confirmed with it',
  who: ACCESS,
  params: slugParam,
  body: z.object({
    edit,
    /** null: now */
    effective_from: z.nullable(z.iso.datetime('Choose when it takes effect.')),
    note: requiredText('What changed', 500, 'What changed is too long.'),
  }),
  reply: StaffContentPage,
})

export const withdrawContentVersion = endpoint('POST', '/admin/content/:slug/versions/:number/withdraw', {
  summary: 'Withdraw a version that has not taken effect yet',
  who: ACCESS,
  params: z.extend(slugParam, { number: numberParam() }),
  body: ReasonBody,
  reply: StaffContentPage,
})

export const setContentVisibility = endpoint('PUT', '/admin/content/:slug/visibility', {
  summary: 'Take down a page of the owner’s own, or show it again',
  who: ACCESS,
  params: slugParam,
  body: z.extend(ReasonBody, { is_visible: z.boolean() }),
  reply: StaffContentPage,
})

export const confirmContent = endpoint('POST', '/admin/content/:slug/confirm', {
  summary: 'Confirm the text of a built-in page that visitors see',
  who: ACCESS,
  params: slugParam,
  /** Of the text that was read. */
  body: z.object({ source_sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'This is no hash of a text.')) }),
  reply: StaffContentPage,
})

export const previewContent = endpoint('POST', '/admin/content/preview', {
  summary: 'Render a text as visitors would see it, and list what is wrong with it',
  who: ACCESS,
  per_minute: 120,
  body: z.object({ source }),
  reply: z.object({ document: z.nullable(ContentDocument), problems: z.array(z.string()) }),
})

/** `default`, `draft`, or the number of a version. */
const TextName = z
  .string()
  .check(z.regex(/^(default|draft|[1-9]\d{0,8})$/, 'Choose the default, the draft or a version.'))

export const getContentSource = endpoint('GET', '/admin/content/:slug/texts/:name', {
  summary: 'Get the default text, the draft or a version of a content page, as written and rendered',
  who: ACCESS,
  params: z.extend(slugParam, { name: TextName }),
  reply: z.extend(ContentText, { document: ContentDocument }),
})

export const compareContent = endpoint('GET', '/admin/content/:slug/compare', {
  summary: 'Compare two texts of a content page',
  who: ACCESS,
  params: slugParam,
  query: z.object({ from: TextName, to: TextName }),
  reply: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
})
export type ContentDifference = z.infer<(typeof compareContent)['reply']>[number]

export const getContentUpload = endpoint('GET', '/admin/content-picture/upload-parameters', {
  summary: 'Get the parameters and the target of a picture’s upload to the image host',
  who: ACCESS,
  per_minute: 60,
  reply: UploadParameters,
})

export const addContentPicture = endpoint('POST', '/admin/content-picture', {
  summary: 'Use an uploaded picture in content pages, and get its address',
  who: ACCESS,
  body: z.object({
    public_id: z
      .string('Please choose an image first.')
      .check(
        z.minLength(1),
        z.maxLength(200),
        z.regex(/^[\w/-]*$/, 'We do not have this image anymore. Please choose it again.'),
      ),
  }),
  reply: z.object({ url: z.string() }),
})
