/** The digest parts of all features, in display order: what needs a response comes first. */
import { boardsDigest } from '#boards/digest.server.ts'
import { filmmakersWeek } from '#earnings/digest.server.ts'
import { footageRequestsDigest } from '#ingest/requests/notify.server.ts'
import { reviewsDigest } from '#ingest/uploads/digest.server.ts'
import { endsDigest } from '#licenses/ends/digest.server.ts'
import type { DigestParts } from '#notifications/digest/part.ts'
import { quotesDigest } from '#quotes/digest.server.ts'

export const digestParts: DigestParts = {
  parts: [quotesDigest, endsDigest, reviewsDigest, footageRequestsDigest, boardsDigest],
  week: filmmakersWeek,
}
