/** One of the demo's filmmakers has somebody who looks after their footage, and was paid for the last month. */
import { setAffiliations } from '../src/accounts/affiliations.server.ts'
import { hashPassword } from '../src/accounts/passwords.server.ts'
import { registerUser } from '../src/accounts/register.server.ts'
import { countSightings, noteSightings } from '../src/catalog/sightings/sightings.server.ts'
import { postMissed } from '../src/earnings/ledger.server.ts'
import { savePayoutSettings } from '../src/earnings/payout-settings.server.ts'
import { linkFilmmaker } from '../src/earnings/people.server.ts'
import { closeLastMonth } from '../src/earnings/statements.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { openPersonalWorkspace } from '../src/workspaces/arrival.server.ts'
import { artist } from './people.ts'

/** Does nothing without the filmmaker, or where the person is there already. */
export const seedArtist = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, password: string): Promise<void> => {
  const { filmmaker: slug, ...person } = artist
  const password_hash = await hashPassword(password)
  const now = clock.now()
  await db.transaction().execute(async trx => {
    const filmmaker = await trx.selectFrom('filmmakers').where('slug', '=', slug).select('id').executeTakeFirst()
    const known = await trx.selectFrom('users').where('email', '=', person.email).select('id').executeTakeFirst()
    if (!filmmaker || known) return
    const user_id = await registerUser(
      trx,
      { ...person, password_hash, has_completed_onboarding: true, email_verified_at: now },
      { steps: [openPersonalWorkspace], cart_hash: null, now },
    )
    await setAffiliations(trx, user_id, ['filmmaker_manager'])
    await linkFilmmaker(trx, { user_id, filmmaker_id: filmmaker.id, now })
  })
}

/** Once the demo's orders are there. */
export const seedPayouts = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  const link = await db
    .selectFrom('filmmaker_people as p')
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
  await seedSightings({ db, clock, secret: ['of the demo'] }, link.filmmaker_id)
  await postMissed(db)
  await closeLastMonth(db, now)
}

const seeded_days = 30
const most_visitors = 11

/** A month of visitors, each seeing a few of the artist's clips. */
const seedSightings = async ({ db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>, filmmaker_id: number) => {
  const clips = await db
    .selectFrom('clips')
    .where('filmmaker_id', '=', filmmaker_id)
    .orderBy('id')
    .select('id')
    .execute()
  const now = clock.now()
  for (let ago = seeded_days - 1; ago >= 0; ago -= 1)
    for (let visitor = 0; visitor < 2 + ((ago * ago * 5 + ago * 3) % most_visitors); visitor += 1) {
      const some = (every: number) =>
        clips.filter((_, place) => (place * 7 + ago * 3 + visitor * 5) % every === 0).map(({ id }) => id)
      const at = new Date(now.getTime() - ago * 86_400_000)
      await noteSightings(db, {
        views: some(6),
        hovers: some(3),
        visitor: `${visitor}`,
        user_id: null,
        secret,
        now: at,
      })
    }
  await countSightings(db, now)
}
