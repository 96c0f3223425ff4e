/** Endpoints for boards. The API calls them wishlists. */
import * as z from 'zod/mini'

import { integerBetween, ClipCard, Picture } from '#catalog/contract.ts'
import { MarksBody } from '#catalog/marks.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam, numberParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { nameText } from '#platform/text.ts'

/** The maximum number of boards per user and workspace. */
export const MAX_BOARDS = 200
/** The maximum number of clips per board. */
export const MAX_CLIPS_PER_BOARD = 500
export const MAX_NAME_LENGTH = 120

const BoardPicture = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  thumbs: z.array(Picture),
  /** Plays on hover; null for a flashing clip. */
  hover: z.nullable(z.string()),
})
export type BoardPicture = z.infer<typeof BoardPicture>

/** A board as lists show it. */
export const BoardCard = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  clip_count: z.int(),
  /** Its first four clips. */
  clips: z.array(BoardPicture),
  /** Whether the caller has marked it. */
  favorite: z.boolean(),
  /** The user who created it. */
  maker: z.object({ name: z.string(), avatar_url: z.nullable(z.string()), is_you: z.boolean() }),
  can_change: z.boolean(),
  /** Whether a share link is active. */
  is_shared: z.boolean(),
  /** ISO 8601 */
  created_at: z.string(),
  updated_at: z.string(),
  /** Only if `clip_id` was sent: whether that clip is on the board. */
  has_clip: z.optional(z.boolean()),
})
export type BoardCard = z.infer<typeof BoardCard>

const ShareLink = z.object({ url: z.string(), expires_at: z.string() })
export type ShareLink = z.infer<typeof ShareLink>

export const Board = z.extend(BoardCard, {
  /** One page of its clips, in order. */
  clips: z.array(ClipCard),
  /** The in and out marks that clips were put on it with: frames from 0, both in the marked range. */
  marks: z.array(z.object({ clip_id: z.int(), in: z.nullable(z.int()), out: z.nullable(z.int()) })),
  /** Clips that left the shop while they were on the board. Only for users who may change it. */
  gone: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type Board = z.infer<typeof Board>

export const BoardName = z.object({ name: nameText('Name', MAX_NAME_LENGTH) })

const ClipIds = z
  .array(idField(), 'Choose a clip')
  .check(
    z.minLength(1, 'Choose a clip'),
    z.maxLength(MAX_CLIPS_PER_BOARD, `A board holds at most ${MAX_CLIPS_PER_BOARD} clips`),
  )

/** The in and out marks of the clip, when it is one. */
const marks = z.optional(MarksBody)
const isOneClipIfMarked = z.refine<{ clip_id?: readonly number[] | undefined; marks?: MarksBody | undefined }>(
  body => body.marks === undefined || body.clip_id?.length === 1,
  'Marks belong to one clip.',
)

/** Insert before this clip; at the end without it. */
const Before = z.optional(z.nullable(idField()))

export const listBoards = endpoint('GET', '/wishlists', {
  summary:
    'List your boards in this workspace, newest first; `of=team` lists those of your teammates, `favorites=1` puts favorites first',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({
    favorites: z.optional(z.enum(['0', '1'], 'This is 0 or 1.')),
    limit: z.optional(integerBetween(1, MAX_BOARDS, `At most ${MAX_BOARDS} boards.`)),
    of: z.optional(z.enum(['me', 'team'], 'Choose me or team.')),
    clip_id: z.optional(numberParam('This must be an id.')),
  }),
  reply: z.array(BoardCard),
})
/** What a user already has of some clips. */
const ClipMarks = z.object({
  /** On a board of the caller in this workspace. */
  on_board: z.array(z.int()),
  /** With a license of the workspace that is in force. */
  licensed: z.array(z.int()),
})
export type ClipMarks = z.infer<typeof ClipMarks>

export const MAX_MARKED_CLIPS = 600

export const getClipMarks = endpoint('GET', '/clip-marks', {
  summary: 'List which of some clips are on your boards, and which your workspace has licensed; neither for guests',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({
    /** "412,413" */
    clips: z
      .string('Choose a clip')
      .check(z.regex(/^\d{1,9}(,\d{1,9}){0,599}$/, `Request at most ${MAX_MARKED_CLIPS} clips by id.`)),
  }),
  reply: ClipMarks,
})
export const createBoard = endpoint('POST', '/wishlists', {
  summary: 'Create a board, optionally with clips',
  who: 'signed_in',
  masquerade: 'allowed',
  body: z.extend(BoardName, { clip_id: z.optional(ClipIds), marks }).check(isOneClipIfMarked),
  reply: BoardCard,
})
export const getBoard = endpoint('GET', '/wishlists/:id', {
  summary: 'Get a board with one page of its clips: for its workspace, or for anyone with the key of its link',
  who: 'anyone',
  masquerade: 'allowed',
  params: IdParam,
  query: z.object({
    key: z.optional(z.string().check(z.maxLength(100, 'This key is not valid.'))),
    page: z.optional(PageNumber),
    per_page: z.optional(integerBetween(1, MAX_CLIPS_PER_BOARD, `A page holds 1 to ${MAX_CLIPS_PER_BOARD} clips.`)),
  }),
  reply: Board,
  meta: Pagination,
  refusals: [401, 403],
})
export const renameBoard = endpoint('PUT', '/wishlists/:id', {
  summary: 'Rename a board',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  body: BoardName,
  reply: BoardCard,
})
export const deleteBoard = endpoint('DELETE', '/wishlists/:id', {
  summary: 'Delete a board; it can be restored for the days of the shop’s retention settings',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  reply: z.null(),
})
export const restoreBoard = endpoint('POST', '/wishlists/:id/restore', {
  summary: 'Restore a deleted board',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  reply: BoardCard,
})
export const attachClips = endpoint('POST', '/wishlists/:id/attach', {
  summary: 'Add clips to a board, one also with in and out marks; those that are on it already keep their positions',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  body: z.object({ clip_id: ClipIds, before: Before, marks }).check(isOneClipIfMarked),
  reply: BoardCard,
})
export const detachClips = endpoint('DELETE', '/wishlists/:id/detach', {
  summary: 'Remove clips from a board: one or several, by `clip_id` in the query or the body',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  query: z.object({ clip_id: z.optional(numberParam('This must be an id.')) }),
  body: z.nullish(z.object({ clip_id: z.optional(z.union([ClipIds, idField()], 'Choose a clip')) })),
  reply: BoardCard,
})
export const placeClip = endpoint('PUT', '/wishlists/:id/order', {
  summary: 'Move a clip of a board before another, or to the end',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  body: z.object({ clip_id: idField(), before: Before }),
  reply: BoardCard,
})
export const setFavorite = endpoint('PUT', '/wishlists/:id/favorite', {
  summary: 'Mark a board as your favorite, or unmark it',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  body: z.object({ favorite: z.boolean('Choose true or false') }),
  reply: BoardCard,
})
export const shareBoard = endpoint('POST', '/wishlists/:id/share', {
  summary: 'Get the link that shows a board to anyone for 90 days from now; repeated calls return the same link',
  who: 'signed_in',
  params: IdParam,
  reply: ShareLink,
})
export const unshareBoard = endpoint('DELETE', '/wishlists/:id/share', {
  summary: 'End the link of a board permanently',
  who: 'signed_in',
  params: IdParam,
  reply: z.null(),
})
