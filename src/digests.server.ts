/** What every feature says in a digest, in the order in which it stands there: what waits for an answer comes first. */
import { boardsDigest } from './boards/digest.server.ts'
import { filmmakersWeek } from './earnings/digest.server.ts'
import type { DigestParts } from './notifications/digest/part.ts'
import { endsDigest } from './orders/ends/digest.server.ts'
import { quotesDigest } from './quotes/digest.server.ts'
import { failedChecksDigest, reviewsDigest } from './uploads/digest.server.ts'

export const digestParts: DigestParts = {
  parts: [quotesDigest, endsDigest, failedChecksDigest, reviewsDigest, boardsDigest],
  week: filmmakersWeek,
}
