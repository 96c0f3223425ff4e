import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { endpoint } from '#platform/endpoint.ts'
import { IdParam } from '#platform/lists.ts'

const Moment = z.iso.datetime()

export const Entry = z.object({
  code: z.string(),
  name: z.string(),
  ends_at: Moment,
  is_over: z.boolean(),
  clips_each: z.int(),
  clips_left: z.int(),
})
export type Entry = z.infer<typeof Entry>

export const getEditfestCode = endpoint('GET', '/user/edit-fest/code', {
  summary: 'The Editfest that the workspace entered last; null when it entered none',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.nullable(Entry),
})

const required = 'Please type your code.'
export const CodeBody = z.object({
  code: z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(40, 'A code has 40 letters at most.')),
})

export const enterEditfestCode = endpoint('POST', '/user/edit-fest/code', {
  summary: 'Enter an Editfest with the current workspace',
  who: 'signed_in',
  masquerade: 'allowed',
  body: CodeBody,
  reply: Entry,
  per_minute: 20,
})

const CanDownload = z.object({
  can_download: z.boolean(),
  has_watermark: z.boolean(),
  /** Why it comes with a watermark, or not at all. */
  reason: z.nullable(z.string()),
  is_taken: z.boolean(),
  entry: z.nullable(Entry),
})
export type CanDownload = z.infer<typeof CanDownload>

export const canDownloadForEditfest = endpoint('GET', '/clips/:id/edit-fest/can-download', {
  summary: 'Whether and how a clip goes to the workspace for its Editfest',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  reply: CanDownload,
})

export const downloadForEditfest = endpoint('POST', '/clips/:id/edit-fest/download', {
  summary: 'A short-lived address of a clip’s file for the workspace’s Editfest; the first time it counts',
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
  taken_by: z.string(),
  taken_at: Moment,
})
export type TakenClip = z.infer<typeof TakenClip>

export const getWorkspaceEditfest = endpoint('GET', '/workspace/edit-fest', {
  summary: 'The workspace’s Editfest and the clips that it took, newest first',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.object({
    entry: z.nullable(Entry),
    clips: z.array(TakenClip),
    can_download: z.boolean(),
    /** Codes are entered by whoever sees `/account/editfest`. */
    can_enter: z.boolean(),
  }),
})
