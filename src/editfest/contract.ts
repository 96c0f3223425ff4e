import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'

const Timestamp = z.iso.datetime()

export const EditfestEntry = z.object({
  code: z.string(),
  name: z.string(),
  ends_at: Timestamp,
  is_over: z.boolean(),
  clip_limit: z.int(),
  clips_left: z.int(),
})
export type EditfestEntry = z.infer<typeof EditfestEntry>

export const getEditfestCode = endpoint('GET', '/user/edit-fest/code', {
  summary: 'Get the Editfest that the workspace entered last; null when it entered none',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.nullable(EditfestEntry),
  refusals: [404],
})

const CODE_REQUIRED_TEXT = 'Please type your code.'
export const CodeBody = z.object({
  code: z
    .string(CODE_REQUIRED_TEXT)
    .check(z.trim(), z.minLength(1, CODE_REQUIRED_TEXT), z.maxLength(40, 'A code has 40 letters at most.')),
})

export const enterEditfestCode = endpoint('POST', '/user/edit-fest/code', {
  summary: 'Enter an Editfest with the current workspace',
  who: 'signed_in',
  masquerade: 'allowed',
  body: CodeBody,
  reply: EditfestEntry,
  per_minute: 20,
})

const EditfestAvailability = z.object({
  can_download: z.boolean(),
  has_watermark: z.boolean(),
  /** Why it has a watermark or cannot be downloaded. */
  reason: z.nullable(z.string()),
  is_downloaded: z.boolean(),
  entry: z.nullable(EditfestEntry),
})
export type EditfestAvailability = z.infer<typeof EditfestAvailability>

export const canDownloadForEditfest = endpoint('GET', '/clips/:id/edit-fest/can-download', {
  summary: 'Get whether the workspace can download a clip for its Editfest, with or without a watermark',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  reply: EditfestAvailability,
})

export const downloadForEditfest = endpoint('POST', '/clips/:id/edit-fest/download', {
  summary: 'Get a short-lived URL of a clip’s file for the workspace’s Editfest; the first download counts',
  who: 'signed_in',
  params: IdParam,
  reply: z.object({ url: z.string(), has_watermark: z.boolean() }),
  per_minute: 60,
})

export const TakenClip = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  filmmaker: z.string(),
  is_published: z.boolean(),
  width: z.int(),
  height: z.int(),
  thumbs: z.array(Picture),
  downloaded_by: z.string(),
  downloaded_at: Timestamp,
})
export type TakenClip = z.infer<typeof TakenClip>

export const getWorkspaceEditfest = endpoint('GET', '/workspace/edit-fest', {
  summary: 'Get the workspace’s Editfest and the clips that it took, newest first',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.object({
    entry: z.nullable(EditfestEntry),
    clips: z.array(TakenClip),
    can_download: z.boolean(),
    /** Whether the user may enter a code on `/account/editfest`. */
    can_enter: z.boolean(),
  }),
})
