/** Limits of uploads. */

/** A little more than half an hour of 4K ProRes 422 HQ. */
export const MAX_UPLOAD_BYTES = 200_000_000_000
/** One minute at 1 Mb/s: well within the request timeout. */
export const PIECE_BYTES = 8 * 1_048_576
/** Per person, for uploads that are not checked yet. */
export const MAX_OPEN_UPLOADS = 30
export const MAX_OPEN_BYTES = 400_000_000_000
/** Disk space that always stays free. */
export const RESERVED_BYTES = 1_000_000_000

export const TOO_LARGE_TEXT =
  'This file is too large. A master may have up to 200 GB: send a shorter or lighter export.'
