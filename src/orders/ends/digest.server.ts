/** Licenses that end within a month, for the digest of those who buy. */
import { digestPart } from '#notifications/digest/part.ts'
import { countOf } from '#notifications/digest/words.ts'

import { longDate } from '../dates.ts'
import { endingLicenses, inShort } from './ending.server.ts'
import { concerns } from './readers.ts'

export const endsDigest = digestPart<'license.ends'>({
  kinds: ['license.ends'],
  section: async ({ db, clock }, { user_id }, items) => {
    const licenses = await endingLicenses(db)
      .innerJoin('workspace_members as m', 'm.workspace_id', 'l.workspace_id')
      .innerJoin('workspaces as w', 'w.id', 'l.workspace_id')
      .where('l.id', 'in', [...new Set(items.flatMap(({ about }) => about.license_ids))])
      .where('l.ends_at', '>', clock.now())
      .where('m.user_id', '=', user_id)
      .select(['m.role', 'w.name as workspace'])
      .execute()
    const theirs = licenses.filter(license => concerns({ user_id, role: license.role }, license))
    return {
      title: 'Licenses that end',
      headline: theirs.length === 1 ? '1 license ends soon' : `${countOf(theirs.length, 'license')} end soon`,
      lines: theirs.map(license => {
        const { clip, use } = inShort(license)
        const ends_on = longDate(license.ends_at.toISOString())
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
