/** Tells filmmakers what buyers look for: by a mail, or in their digest. Requests that were closed since are left out. */
import { createUnsubscribeUrl } from '#accounts/own/unsubscribe.server.ts'
import { defineDigestPart } from '#notifications/digest/part.ts'
import { formatCount } from '#notifications/digest/text.ts'
import type { Deps } from '#platform/deps.ts'
import type { EventPayloads } from '#platform/jobs/outbox.server.ts'

import { listRequestsForUser } from './requests.server.ts'

const UPLOADS_PATH = '/filmmaker/uploads'

/** Mails a request to a user who manages one of the filmmakers; nothing if it was closed, they no longer do, or they turned updates off meanwhile. */
export const sendRequestMail = async (
  deps: Deps,
  { user_id, request_id }: EventPayloads['footage.requested'],
): Promise<void> => {
  const { db, config, mail } = deps
  const [request] = await listRequestsForUser(db, user_id, [request_id])
  const recipient = await db
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['email', 'digest_pace'])
    .executeTakeFirst()
  if (!request || !recipient || recipient.digest_pace === 'never') return
  const { footageRequestMail } = await import('./parts/footage-request-mail.tsx')
  const url = config.public_url + UPLOADS_PATH
  const unsubscribe = createUnsubscribeUrl(deps, user_id)
  await mail.send({ to: recipient.email, unsubscribe, content: footageRequestMail({ ...request, url, unsubscribe }) })
}

export const footageRequestsDigest = defineDigestPart<'footage.requested'>({
  kinds: ['footage.requested'],
  section: async ({ db }, { user_id }, items) => {
    const ids = [...new Set(items.map(({ payload }) => payload.request_id))]
    const requests = await listRequestsForUser(db, user_id, ids)
    if (requests.length === 0) return undefined
    return {
      title: 'Buyers look for',
      headline: `buyers look for ${formatCount(requests.length, 'subject')} that you may have`,
      lines: requests.map(({ subject, note }) => ({ name: subject, note, to: UPLOADS_PATH })),
      all: { to: UPLOADS_PATH, text: 'Open your uploads' },
    }
  },
})
