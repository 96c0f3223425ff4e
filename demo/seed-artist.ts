/** Seeds the manager of one of the demo's filmmakers, their audience, and last month's payout. */
import { setAffiliations } from '../src/accounts/affiliations.server.ts'
import { hashPassword } from '../src/accounts/passwords.server.ts'
import { registerUser } from '../src/accounts/register.server.ts'
import { countImpressions, recordImpressions } from '../src/catalog/impressions/impressions.server.ts'
import { postMissedOrders } from '../src/earnings/ledger.server.ts'
import { savePayoutSettings } from '../src/earnings/payout-settings.server.ts'
import { linkFilmmaker } from '../src/earnings/people.server.ts'
import { closeLastMonth } from '../src/earnings/statements.server.ts'
import { DAY_MS } from '../src/platform/clock.ts'
import type { Deps } from '../src/platform/deps.ts'
import { openPersonalWorkspace } from '../src/workspaces/sign-in-hooks.server.ts'
import { chooseDailyDigests } from './choose-digests.ts'
import { artist } from './people.ts'

/** Does nothing when the filmmaker is missing or the person exists. */
export const seedArtist = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, password: string): Promise<void> => {
  const { filmmaker: slug, ...person } = artist
  const password_hash = await hashPassword(password)
  const now = clock.now()
  await db.transaction().execute(async trx => {
    const filmmaker = await trx.selectFrom('filmmakers').where('slug', '=', slug).select('id').executeTakeFirst()
    const existing = await trx.selectFrom('users').where('email', '=', person.email).select('id').executeTakeFirst()
    if (!filmmaker || existing) return
    const user_id = await registerUser(
      trx,
      { ...person, password_hash, has_completed_onboarding: true, email_verified_at: now },
      { hooks: [openPersonalWorkspace], cart_hash: null, now },
    )
    await chooseDailyDigests(trx, user_id, now)
    await setAffiliations(trx, user_id, ['filmmaker_manager'])
    await linkFilmmaker(trx, { user_id, filmmaker_id: filmmaker.id, now })
  })
}

/** Call after the orders are seeded. */
export const seedPayouts = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  const link = await db
    .selectFrom('filmmaker_members as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('u.email', '=', artist.email)
    .select(['p.filmmaker_id', 'p.user_id'])
    .executeTakeFirst()
  if (!link) return
  const settings = {
    filmmaker_id: link.filmmaker_id,
    changed_by: link.user_id,
    payee_name: `${artist.first_name} ${artist.last_name}`,
    paypal_email: artist.email,
    now,
  }
  await db.transaction().execute(trx => savePayoutSettings(trx, settings))
  await seedImpressions({ db, clock, secret: ['of the demo'] }, link.filmmaker_id)
  await postMissedOrders(db)
  await closeLastMonth(db, now)
}

const AUDIENCE_DAYS = 30
const MAX_VISITORS = 11

/** Records a month of visitors who each see a few of the artist's clips. */
const seedImpressions = async ({ db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>, filmmaker_id: number) => {
  const clips = await db
    .selectFrom('clips')
    .where('filmmaker_id', '=', filmmaker_id)
    .orderBy('id')
    .select('id')
    .execute()
  const now = clock.now()
  for (let daysAgo = AUDIENCE_DAYS - 1; daysAgo >= 0; daysAgo -= 1)
    for (let visitor = 0; visitor < 2 + ((daysAgo * daysAgo * 5 + daysAgo * 3) % MAX_VISITORS); visitor += 1) {
      const pickClips = (every: number) =>
        clips.filter((_, index) => (index * 7 + daysAgo * 3 + visitor * 5) % every === 0).map(({ id }) => id)
      const seenAt = new Date(now.getTime() - daysAgo * DAY_MS)
      await recordImpressions(db, {
        views: pickClips(6),
        hovers: pickClips(3),
        visitor: `${visitor}`,
        user_id: null,
        secret,
        now: seenAt,
      })
    }
  await countImpressions(db, now)
}
