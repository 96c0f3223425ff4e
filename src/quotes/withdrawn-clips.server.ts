/** Open offers with withdrawn clips: lists them, and notifies buyers and the sales team. */
import { workspaceRoles } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import type { EventPayloads } from '#platform/jobs/outbox.server.ts'
import { canPurchase } from '#workspaces/policy.ts'

import { selectQuotes } from './quotes.server.ts'
import { toQuoteListItem, selectQuotesWithTotals } from './show.server.ts'

/** Selects payable quotes and custom carts with at least one of these clips, oldest first. */
const selectOpenOffersWith = (db: Db, clip_ids: readonly number[], now: Date) =>
  selectQuotes(db)
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

/** Returns the numbers of these offers. */
export const listOpenOfferNumbersWith = async (db: Db, clip_ids: readonly number[], now: Date): Promise<string[]> =>
  (await selectOpenOffersWith(db, clip_ids, now).execute()).map(({ number }) => number)

type ClipsWithdrawnEvent = EventPayloads['clips.withdrawn']

/** Returns what is left of each offer, with the names of its clips that are still withdrawn. */
const listAffectedOffers = async (db: Db, { clip_ids }: ClipsWithdrawnEvent, now: Date) => {
  const ids = (await selectOpenOffersWith(db, clip_ids, now).execute()).map(({ id }) => id)
  if (ids.length === 0) return []
  const offers = await selectQuotesWithTotals(db)
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
    // The clips were published again meanwhile.
    if (names.length === 0) return []
    const { workspace, workspace_id } = offer
    return [{ offer: toQuoteListItem(offer, now), names, workspace, workspace_id }]
  })
}

/** Sends each member who may buy one mail about all affected quotes of their workspaces. */
export const mailWithdrawnToBuyers = async (
  { db, clock, config, mail }: Deps,
  event: ClipsWithdrawnEvent,
): Promise<void> => {
  const affected = await listAffectedOffers(db, event, clock.now())
  const members = await db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.workspace_id', 'in', [0, ...affected.flatMap(({ workspace_id }) => workspace_id ?? [])])
    .where('m.role', 'in', workspaceRoles.filter(canPurchase))
    .orderBy('u.id')
    .select(['u.email', 'm.workspace_id'])
    .execute()
  const { withdrawnMail } = await import('./parts/quote-mails.tsx')
  for (const [to, memberships] of Map.groupBy(members, ({ email }) => email)) {
    const offers = affected.filter(offer => memberships.some(({ workspace_id }) => workspace_id === offer.workspace_id))
    const address = `${config.public_url}/workspace/quotes`
    await mail.send({ to, content: withdrawnMail({ offers, address, is_staff: false }) })
  }
}

export const mailWithdrawnToSales = async (
  { db, clock, config, mail, settings }: Deps,
  event: ClipsWithdrawnEvent,
): Promise<void> => {
  const offers = await listAffectedOffers(db, event, clock.now())
  if (offers.length === 0) return
  const { withdrawnMail } = await import('./parts/quote-mails.tsx')
  const address = `${config.public_url}/admin/quotes`
  await mail.send({ to: settings.company().email, content: withdrawnMail({ offers, address, is_staff: true }) })
}
