/** Which version of the license terms a buyer accepted, who, and when. An order keeps its version. */
import { LICENSE_TERMS } from '#content/built-in-pages.server.ts'
import { getCurrentText, getText, listTexts, type ContentDeps } from '#content/texts.server.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

export type AcceptedTerms = { text_id: number; text_sha256: string }

export const CHANGED_TERMS_TEXT =
  'The License Terms changed since you saw them. Please read them once more before you pay; nothing has been charged.'

/** How long after a change the terms that a buyer was shown are still accepted. */
const GRACE_MS = DAY_MS

/**
 * Returns the version that a buyer accepts: the one that their page showed, or the current one. Throws 409 for a
 * version that was replaced more than a day ago, and for one that was never shown.
 */
export const resolveTerms = async (
  db: Db,
  deps: ContentDeps,
  shown_id: number | undefined,
  now: Date,
): Promise<AcceptedTerms> => {
  const current = await getCurrentText(db, deps, LICENSE_TERMS, now)
  if (shown_id === undefined || shown_id === current.id) return { text_id: current.id, text_sha256: current.sha256 }
  const isRecent = now.getTime() - current.effective_from.getTime() <= GRACE_MS
  const previous = (await listTexts(db, LICENSE_TERMS)).find(({ id }) => id !== current.id)
  if (!isRecent || previous?.id !== shown_id) throw refuse(409, CHANGED_TERMS_TEXT)
  const { id: text_id, sha256: text_sha256 } = await getText(db, LICENSE_TERMS, shown_id)
  return { text_id, text_sha256 }
}

type Acceptance = { order_id: number; user_id: number; terms: AcceptedTerms; now: Date }

export const recordAcceptance = async (trx: Trx, { order_id, user_id, terms, now }: Acceptance): Promise<void> => {
  await trx
    .insertInto('order_acceptances')
    .values({ order_id, user_id, ...terms, accepted_at: now })
    .execute()
}

/** Returns the version that an order was made under. */
export const getOrderTerms = (db: Db | Trx, order_id: number) =>
  db
    .selectFrom('order_acceptances as a')
    .innerJoin('content_texts as t', 't.id', 'a.text_id')
    .where('a.order_id', '=', order_id)
    .orderBy('a.id')
    .select(['a.text_id', 'a.text_sha256', 'a.user_id', 'a.accepted_at', 't.text', 't.version_id', 't.effective_from'])
    .executeTakeFirstOrThrow()
