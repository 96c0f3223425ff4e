/** What the sales team prepared: an open quote with an earlier version, an expired one, and a custom cart whose link the console prints. */
import { default_choice } from '../src/licensing/choice.ts'
import { currentPrices } from '../src/licensing/prices.server.ts'
import type { Tier } from '../src/licensing/prices.ts'
import type { Trx } from '../src/platform/database.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { signatures, type Secrets } from '../src/platform/secrets.server.ts'
import { makeCustomCart, makeQuote, reviseOffer, type Offer } from '../src/quotes/make.server.ts'
import { makeOfferDraft } from '../src/quotes/offer-drafts.server.ts'
import { findQuote } from '../src/quotes/quotes.server.ts'
import { stateOf } from '../src/quotes/states.ts'
import { supporter, team } from './people.ts'

const day_ms = 86_400_000
const in_days = (now: Date, days: number) => new Date(now.getTime() + days * day_ms)

type Seeding = Pick<Deps, 'db' | 'clock' | 'secret'>

/** Only hashed in the database, so the demo makes it from the shop's own secret each time it is told. */
const linksOf = (secret: Secrets) => signatures(secret, 'the custom cart of the demo')

/** Answers the link of the custom cart while it can be paid. Does nothing in a shop that has any offer already. */
export const seedQuotes = async ({ db, clock, secret }: Seeding): Promise<string | undefined> => {
  const now = clock.now()
  const [current = '', ...previous] = linksOf(secret)
  const made = await db.selectFrom('quotes').select('id').limit(1).executeTakeFirst()
  if (!made) await db.transaction().execute(trx => seedOffers(trx, current, now))
  for (const link of [current, ...previous]) {
    const quote = await findQuote(db, { link }).catch(() => undefined)
    if (quote) return stateOf(quote, now) === 'open' ? link : undefined
  }
  return undefined
}

const seedOffers = async (trx: Trx, link: string, now: Date) => {
  const seller = await trx.selectFrom('users').where('email', '=', supporter.email).select('id').executeTakeFirst()
  const buyers = await trx.selectFrom('workspaces').where('name', '=', team.name).select('id').executeTakeFirst()
  if (!seller || !buyers) return
  const by = { user_id: seller.id, now }

  const long_ago = in_days(now, -45)
  await makeQuote(
    trx,
    buyers.id,
    {
      lines: await linesOf(
        trx,
        { 'snowfall-street-night': 24_900, 'rain-window-city': 24_900 },
        { distribution_ids: [7] },
      ),
      expires_at: in_days(now, -15),
      note: 'Winter spot, broadcast in the Nordics.',
      ein: '',
    },
    { ...by, now: long_ago },
  )

  const tidewater: Offer = {
    lines: await linesOf(
      trx,
      { 'open-ocean-dusk': 90_000, 'shoreline-black-sand': 90_000, 'jellyfish-blue': 90_000 },
      { distribution_ids: [4], end_client_size: 3 },
    ),
    expires_at: in_days(now, 30),
    note: 'Tidewater: a buyout of three shots for all media, as we said on the phone.',
    ein: '',
  }
  // Yesterday: it is in this morning's digest.
  const yesterday = { ...by, now: in_days(now, -1) }
  const number = await makeQuote(trx, buyers.id, tidewater, yesterday)
  const better = tidewater.lines.map(line => ({ ...line, agreed_cents: 75_000 }))
  await reviseOffer(
    trx,
    number,
    { ...tidewater, lines: better, note: `${tidewater.note}\nOne price for all three.` },
    yesterday,
  )

  const cart = {
    lines: await linesOf(trx, { 'city-aerial-night': 15_000, 'night-drive-bokeh': 15_000 }, {}),
    expires_at: in_days(now, 60),
    note: 'Two night shots for your opening titles. The price is for both together.',
    ein: '',
  }
  await makeCustomCart(trx, cart, by, link)

  const woods = await trx
    .selectFrom('clips')
    .where('slug', 'in', ['snowfall-forest-day', 'forest-mist-teal'])
    .orderBy('id')
    .select(['id as clip_id', 'tier'])
    .$narrowType<{ tier: Tier }>()
    .execute()
  const { org_type, end_client_size } = default_choice
  await makeOfferDraft(
    trx,
    {
      kind: 'quote',
      workspace_id: buyers.id,
      groups: [
        {
          org_type,
          end_client_size,
          distribution_ids: [7],
          lines: woods.map(clip => ({ ...clip, format_id: 3, agreed: '' })),
        },
      ],
      last_day: '',
      note: 'Forest in snow and mist. They call back about the end client.',
      ein: '',
      po_number: '',
      price_version_id: (await currentPrices(trx, now)).version_id,
    },
    by,
  )
}

/** In the order of the prices, each in HD. */
const linesOf = async (trx: Trx, prices: Record<string, number>, license: Partial<typeof default_choice>) => {
  const rows = await trx
    .selectFrom('clips')
    .where('slug', 'in', Object.keys(prices))
    .select(['id', 'slug'])
    .orderBy('id')
    .execute()
  return rows.map(({ id, slug }) => ({
    ...default_choice,
    ...license,
    clip_id: id,
    agreed_cents: prices[slug] ?? null,
  }))
}
