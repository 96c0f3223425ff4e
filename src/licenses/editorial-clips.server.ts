/** Licenses of clips that are for editorial use only now, and were sold without that limit. */
import { sql, type SqlBool } from 'kysely'

import { listClosedUses } from '#licensing/closed-uses.ts'
import { toUseGrants } from '#licensing/rate.ts'
import { describeLicense } from '#orders/license-sentence.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import type { EventPayloads } from '#platform/jobs/outbox.server.ts'

import { isReminderRecipient } from './ends/recipients.ts'
import { inForce } from './in-force.server.ts'
import { licenseView } from './license-view.server.ts'

/** Lists those in force, the oldest first. `closed_uses`: what they grant and could not be sold anymore. */
export const listUnlimitedLicenses = async (db: Db, clip_ids: readonly number[], now: Date) => {
  if (clip_ids.length === 0) return []
  const rows = await db
    .selectFrom(licenseView)
    .innerJoin('clips as c', 'c.id', 'l.clip_id')
    .where('l.clip_id', 'in', clip_ids)
    .where(inForce(now))
    .where(sql<SqlBool>`'editorial' = any(c.releases)`)
    .where(sql<SqlBool>`not coalesce(l.clip_snapshot->'releases' ? 'editorial', false)`)
    .orderBy('l.id')
    .select(['l.id', 'l.workspace_id', 'l.clip_id', 'l.user_id', 'l.order'])
    .select([
      'l.clip_snapshot',
      'l.org_type',
      'l.end_client_size',
      'l.distribution_ids',
      'l.rate',
      'l.territory',
      'l.term',
    ])
    .execute()
  return rows.map(({ id, workspace_id, clip_id, user_id, order, clip_snapshot, ...license }) => ({
    id,
    workspace_id,
    clip_id,
    user_id,
    order,
    clip: clip_snapshot.name,
    use: describeLicense(license),
    closed_uses: listClosedUses(['editorial'], toUseGrants(license, license.rate)),
  }))
}

/** Mails the members who can buy, and the buyers, which of their licenses were sold without the limit. */
export const mailEditorialClips = async (
  { db, clock, config, mail }: Deps,
  { editorial_ids }: EventPayloads['clips.releases_changed'],
): Promise<void> => {
  const licenses = await listUnlimitedLicenses(db, editorial_ids, clock.now())
  if (licenses.length === 0) return
  const members = await db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.workspace_id', 'in', [...new Set(licenses.map(({ workspace_id }) => workspace_id))])
    .orderBy('u.id')
    .select(['m.user_id', 'm.role', 'm.workspace_id', 'u.email'])
    .execute()
  const { editorialClipsMail } = await import('./parts/editorial-clips-mail.tsx')
  for (const [to, memberships] of Map.groupBy(members, ({ email }) => email)) {
    const own = licenses.filter(license =>
      memberships.some(member => member.workspace_id === license.workspace_id && isReminderRecipient(member, license)),
    )
    if (own.length > 0)
      await mail.send({ to, content: editorialClipsMail({ licenses: own, public_url: config.public_url }) })
  }
}
