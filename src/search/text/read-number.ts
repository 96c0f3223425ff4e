/** Reads clip numbers, file names with a clip's number, and order numbers. Pure functions. */

import { DOCUMENT_NUMBER } from '#platform/document-numbers.ts'

export type SearchNumber = { kind: 'clip'; id: number } | { kind: 'order'; number: string }

const CLIP_NUMBER = /^(?:clip|nr\.?|no\.?|number)?\s*#?\s*(\d{1,9})$/i
/** `longtake-comp-17-dunes.mp4`, `17-dunes-hd_v2.mov`: comps, and files that were licensed. */
const FILE_NAME =
  /^(?:[a-z\d-]+-comp-(\d{1,9})(?:[-_. ]|$)|(\d{1,9})-[a-z][\w-]*.*\.(?:mov|mp4|mxf|mkv|avi|r3d|braw|zip)$)/i

const MAX_ID = 2_147_483_647

/** Returns undefined for a text that is not a number as a whole. */
export const readNumber = (text: string): SearchNumber | undefined => {
  const trimmed = text.trim()
  const number = trimmed.toUpperCase()
  if (DOCUMENT_NUMBER.test(number)) return { kind: 'order', number }
  const file = FILE_NAME.exec(trimmed)
  const digits = CLIP_NUMBER.exec(trimmed)?.[1] ?? file?.[1] ?? file?.[2]
  const id = Number(digits)
  return digits !== undefined && id > 0 && id <= MAX_ID ? { kind: 'clip', id } : undefined
}
