/** Licenses that end within a month, for the digests of members who buy. */
import { defineDigestPart } from '#notifications/digest/part.ts'
import { formatCount } from '#notifications/digest/text.ts'
import { formatLongDate } from '#orders/dates.ts'

import { selectEndingLicenses, summarizeLicense } from './ending-licenses.server.ts'
import { isReminderRecipient } from './recipients.ts'

export const endsDigest = defineDigestPart<'license.ending'>({
  kinds: ['license.ending'],
  section: async ({ db, clock }, { user_id }, items) => {
    const licenses = await selectEndingLicenses(db)
      .innerJoin('workspace_members as m', 'm.workspace_id', 'l.workspace_id')
      .innerJoin('workspaces as w', 'w.id', 'l.workspace_id')
      .where('l.id', 'in', [...new Set(items.flatMap(({ payload }) => payload.license_ids))])
      .where('l.ends_at', '>', clock.now())
      .where('m.user_id', '=', user_id)
      .select(['m.role', 'w.name as workspace'])
      .execute()
    const relevant = licenses.filter(license => isReminderRecipient({ user_id, role: license.role }, license))
    return {
      title: 'Licenses that end',
      headline: relevant.length === 1 ? '1 license ends soon' : `${formatCount(relevant.length, 'license')} end soon`,
      lines: relevant.map(license => {
        const { clip, use } = summarizeLicense(license)
        const ends_on = formatLongDate(license.ends_at.toISOString())
        return {
          name: clip,
          note: `Until ${ends_on}, in ${license.workspace}. ${use}`,
          to: `/account/licenses?${new URLSearchParams({ 'search[query]': String(license.clip_id) })}`,
        }
      }),
      all: { to: '/account/licenses', text: 'Open your licenses' },
    }
  },
})
