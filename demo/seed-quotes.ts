/** Seeds offers of the sales team: an open quote with an earlier version, an expired one, and a custom cart. */
import { loadClipsForSale } from '../src/catalog/clips.server.ts'
import { defaultChoice, withAvailableFormat } from '../src/licensing/choice.ts'
import { getCurrentPrices } from '../src/licensing/prices.server.ts'
import type { Tier } from '../src/licensing/terms.ts'
import { DAY_MS } from '../src/platform/clock.ts'
import type { Trx } from '../src/platform/db/database.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { signWithEach, type Secrets } from '../src/platform/security/secrets.server.ts'
import { createOfferDraft } from '../src/quotes/offer-drafts.server.ts'
import { createCustomCart, createQuote, reviseOffer, type Offer } from '../src/quotes/offers.server.ts'
import { findQuote } from '../src/quotes/quotes.server.ts'
import { getQuoteState } from '../src/quotes/states.ts'
import { supporter, team } from './people.ts'

const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS)

type SeedQuotesDeps = Pick<Deps, 'db' | 'clock' | 'secret'>

/** The database only has the link's hash, so the demo derives the link from the shop's secret. */
const customCartLinks = (secret: Secrets) => signWithEach(secret, 'the custom cart of the demo')

/** Returns the link of the custom cart while it can be paid. Seeds nothing when any quote exists. */
export const seedQuotes = async ({ db, clock, secret }: SeedQuotesDeps): Promise<string | undefined> => {
  const now = clock.now()
  const [current = '', ...previous] = customCartLinks(secret)
  const existing = await db.selectFrom('quotes').select('id').limit(1).executeTakeFirst()
  if (!existing) await db.transaction().execute(trx => seedOffers(trx, current, now))
  for (const link of [current, ...previous]) {
    const quote = await findQuote(db, { link }).catch(() => undefined)
    if (quote) return getQuoteState(quote, now) === 'open' ? link : undefined
  }
  return undefined
}

const seedOffers = async (trx: Trx, link: string, now: Date) => {
  const seller = await trx.selectFrom('users').where('email', '=', supporter.email).select('id').executeTakeFirst()
  const workspace = await trx.selectFrom('workspaces').where('name', '=', team.name).select('id').executeTakeFirst()
  if (!seller || !workspace) return
  const author = { user_id: seller.id, now }

  const longAgo = daysFrom(now, -45)
  await createQuote(
    trx,
    workspace.id,
    {
      lines: await buildLines(
        trx,
        { 'snowfall-street-night': 24_900, 'rain-window-city': 24_900 },
        { distribution_ids: [7] },
      ),
      expires_at: daysFrom(now, -15),
      note: 'Winter spot, broadcast in the Nordics.',
      ein: '',
    },
    { ...author, now: longAgo },
  )

  const tidewater: Offer = {
    lines: await buildLines(
      trx,
      { 'open-ocean-dusk': 90_000, 'shoreline-black-sand': 90_000, 'jellyfish-blue': 90_000 },
      { distribution_ids: [4], end_client_size: 3 },
    ),
    expires_at: daysFrom(now, 30),
    note: 'Tidewater: a buyout of three shots for all media, as we said on the phone.',
    ein: '',
  }
  // Made yesterday, so that this morning's digest includes it.
  const yesterday = { ...author, now: daysFrom(now, -1) }
  const number = await createQuote(trx, workspace.id, tidewater, yesterday)
  const revisedLines = tidewater.lines.map(line => ({ ...line, agreed_price_cents: 75_000 }))
  await reviseOffer(
    trx,
    number,
    { ...tidewater, lines: revisedLines, note: `${tidewater.note}\nOne price for all three.` },
    yesterday,
  )

  const cart = {
    lines: await buildLines(trx, { 'city-aerial-night': 15_000, 'night-drive-bokeh': 15_000 }, {}),
    expires_at: daysFrom(now, 60),
    note: 'Two night shots for your opening titles. The price is for both together.',
    ein: '',
  }
  await createCustomCart(trx, cart, author, link)

  const forestClips = await trx
    .selectFrom('clips')
    .where('slug', 'in', ['snowfall-forest-day', 'forest-mist-teal'])
    .orderBy('id')
    .select(['id as clip_id', 'tier'])
    .$narrowType<{ tier: Tier }>()
    .execute()
  const { org_type, end_client_size } = defaultChoice
  await createOfferDraft(
    trx,
    {
      kind: 'quote',
      workspace_id: workspace.id,
      groups: [
        {
          org_type,
          end_client_size,
          distribution_ids: [7],
          lines: forestClips.map(clip => ({ ...clip, format_id: 3, agreed: '' })),
        },
      ],
      last_day: '',
      note: 'Forest in snow and mist. They call back about the end client.',
      ein: '',
      po_number: '',
      price_version_id: (await getCurrentPrices(trx, now)).version_id,
    },
    author,
  )
}

/** Returns lines in the order of the clips' ids, each in HD where the clip has it. */
const buildLines = async (trx: Trx, prices: Record<string, number>, license: Partial<typeof defaultChoice>) => {
  const rows = await trx
    .selectFrom('clips')
    .where('slug', 'in', Object.keys(prices))
    .select(['id', 'slug'])
    .orderBy('id')
    .execute()
  const clips = await loadClipsForSale(
    trx,
    rows.map(row => row.id),
  )
  return rows.map(({ id, slug }) => ({
    ...withAvailableFormat({ ...defaultChoice, ...license }, clips.get(id)?.formats.map(format => format.id) ?? []),
    clip_id: id,
    agreed_price_cents: prices[slug] ?? null,
  }))
}
