/** Open offers that hold a clip which staff withdraw: who is told of it, and what is left. */
import { workspaceRoles } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import type { Events } from '#platform/outbox.server.ts'
import { canPurchase } from '#workspaces/policy.ts'

import { quotesWithVersion } from './quotes.server.ts'
import { quoteRow, withSums } from './show.server.ts'

/** Quotes and custom carts that can still be paid and hold one of these clips, oldest first. */
const openOffersWith = (db: Db, clip_ids: readonly number[], now: Date) =>
  quotesWithVersion(db)
    .where('q.state', '=', 'open')
    .where('c.state', '=', 'open')
    .where('v.expires_at', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('cart_items as i')
          .whereRef('i.cart_id', '=', 'c.id')
          .where('i.clip_id', 'in', clip_ids)
          .select('i.id'),
      ),
    )
    .orderBy('q.id')

/** Their numbers. */
export const numbersOfOpenOffersWith = async (db: Db, clip_ids: readonly number[], now: Date): Promise<string[]> =>
  (await openOffersWith(db, clip_ids, now).execute()).map(({ number }) => number)

type Withdrawn = Events['clips.withdrawn']

/** What is left of each offer, and the names of its clips that are still withdrawn. */
const affectedOffers = async (db: Db, { clip_ids }: Withdrawn, now: Date) => {
  const ids = (await openOffersWith(db, clip_ids, now).execute()).map(({ id }) => id)
  if (ids.length === 0) return []
  const offers = await withSums(db)
    .leftJoin('workspaces as w', 'w.id', 'q.workspace_id')
    .where('q.id', 'in', ids)
    .orderBy('q.id')
    .select('w.name as workspace')
    .execute()
  const clips = await db
    .selectFrom('cart_items as i')
    .innerJoin('clips as l', 'l.id', 'i.clip_id')
    .where(
      'i.cart_id',
      'in',
      offers.map(({ cart_id }) => cart_id),
    )
    .where('l.id', 'in', clip_ids)
    .where('l.status', '!=', 'published')
    .select(['i.cart_id', 'l.name'])
    .distinct()
    .orderBy('l.name')
    .execute()
  return offers.flatMap(offer => {
    const names = clips.filter(({ cart_id }) => cart_id === offer.cart_id).map(({ name }) => name)
    // Brought back by now.
    if (names.length === 0) return []
    const { workspace, workspace_id } = offer
    return [{ offer: quoteRow(offer, now), names, workspace, workspace_id }]
  })
}

/** Tells everybody who buys for a workspace which of its quotes changed, in one mail each. */
export const mailBuyersOfWithdrawn = async ({ db, clock, config, mail }: Deps, news: Withdrawn): Promise<void> => {
  const affected = await affectedOffers(db, news, clock.now())
  const readers = await db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.workspace_id', 'in', [0, ...affected.flatMap(({ workspace_id }) => workspace_id ?? [])])
    .where('m.role', 'in', workspaceRoles.filter(canPurchase))
    .orderBy('u.id')
    .select(['u.email', 'm.workspace_id'])
    .execute()
  const { withdrawnMail } = await import('./parts/quote-mails.tsx')
  for (const [to, places] of Map.groupBy(readers, ({ email }) => email)) {
    const offers = affected.filter(one => places.some(({ workspace_id }) => workspace_id === one.workspace_id))
    const address = `${config.public_url}/workspace/quotes`
    await mail.send({ to, ...(await withdrawnMail({ offers, address, is_staff: false })) })
  }
}

export const mailSalesOfWithdrawn = async ({ db, clock, config, mail }: Deps, news: Withdrawn): Promise<void> => {
  const offers = await affectedOffers(db, news, clock.now())
  if (offers.length === 0) return
  const { withdrawnMail } = await import('./parts/quote-mails.tsx')
  const address = `${config.public_url}/admin/quotes`
  await mail.send({ to: brand.email, ...(await withdrawnMail({ offers, address, is_staff: true })) })
}
