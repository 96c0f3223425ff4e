/** What the sales team does: prepares quotes and custom carts, revises them, takes them back. */
import { saveVat, vatOf, type CartRow } from '#cart/carts.server.ts'
import { readEin } from '#cart/ein.server.ts'
import { clipsForSale } from '#catalog/clips.server.ts'
import { groupId, tidyChoice, type ChoiceWithFormat } from '#licensing/choice.ts'
import { priceOf } from '#licensing/price.ts'
import { currentPrices } from '#licensing/prices.server.ts'
import type { Prices } from '#licensing/prices.ts'
import { formatOf, quoted_distribution } from '#licensing/terms.ts'
import { gather } from '#notifications/digest/gather.server.ts'
import { workspaceRoles } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import { hashToken, randomKey, randomToken } from '#platform/ids.server.ts'
import { formatCents } from '#platform/money.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'
import { logStaff } from '#platform/staff-log.server.ts'
import { canPurchase } from '#workspaces/policy.ts'

import { lockQuote } from './quotes.server.ts'
import { closedOf, stateOf } from './states.ts'

export type OfferLine = ChoiceWithFormat & {
  clip_id: number
  /** null: what the table says today, from now on. */
  agreed_cents: number | null
  /** What the table said to whoever made the offer, where nothing was agreed; without it nothing is compared. */
  seen_cents?: number | null | undefined
}

export type Offer = {
  lines: readonly OfferLine[]
  expires_at: Date
  note: string
  /** For non-profit licenses of a quote, where it is known: its buyer can give it too. Whoever pays a custom cart gives their own. */
  ein: string
  /** Of a quote's buyer, where it is known; whoever pays a custom cart gives their own. */
  po_number?: string
}

/** Who of us does it, and why, for our own log. */
type By = { user_id: number; now: Date; reason?: string }

/** For a workspace, which sees it under its orders. Answers its number. Throws 404 without such a workspace, 422 for what cannot be offered. */
export const makeQuote = async (trx: Trx, workspace_id: number, offer: Offer, by: By): Promise<string> => {
  const workspace = await trx.selectFrom('workspaces').where('id', '=', workspace_id).select('id').executeTakeFirst()
  if (!workspace) throw refuse.missing('workspace')
  const number = await nextNumber(trx, 'Q', by.now)
  const { id } = await trx
    .insertInto('quotes')
    .values({ kind: 'quote', number, workspace_id, created_at: by.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeVersion(trx, { id, kind: 'quote', workspace_id, version: 1 }, offer, by)
  await logged(trx, number, 'Made and sent', by)
  await tellBuyers(trx, { quote_id: id, version: 1, workspace_id }, by.now)
  return number
}

/** For whoever has its link. `link` is told this once: only its hash is kept. */
export const makeCustomCart = async (
  trx: Trx,
  offer: Offer,
  by: By,
  link = randomToken(),
): Promise<{ number: string; link: string }> => {
  const number = await nextNumber(trx, 'C', by.now)
  const { id } = await trx
    .insertInto('quotes')
    .values({ kind: 'custom', number, link_hash: hashToken(link), created_at: by.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeVersion(trx, { id, kind: 'custom', workspace_id: null, version: 1 }, offer, by)
  await logged(trx, number, 'Made', by)
  return { number, link }
}

/** A newer version in the place of the present one, which stays readable. Opens again what expired or was declined. Throws 409 for what is paid, being paid or taken back. */
export const reviseOffer = async (trx: Trx, staff_number: string, offer: Offer, by: By): Promise<void> => {
  const { quote, cart } = await lockQuote(trx, { staff_number })
  const state = stateOf(quote, by.now)
  if (state === 'accepted' || state === 'paying' || state === 'revoked')
    throw refuse(409, closedOf(quote.kind, state)?.text ?? 'It is being paid right now.')
  const version = quote.version + 1
  await writeVersion(trx, { ...quote, version, before: cart }, offer, by)
  await trx
    .updateTable('quotes')
    .set({ version, state: 'open', ended_at: null, ended_by: null, reason: '' })
    .where('id', '=', quote.id)
    .execute()
  await logged(trx, staff_number, `Revised, version ${version}`, by)
  if (quote.workspace_id !== null)
    await tellBuyers(trx, { quote_id: quote.id, version, workspace_id: quote.workspace_id }, by.now)
}

/** Nobody can pay it from now on; doing so twice is quiet. Throws 409 for what is paid or being paid. */
export const revokeOffer = async (trx: Trx, staff_number: string, by: By): Promise<void> => {
  const { user_id, now } = by
  const { quote } = await lockQuote(trx, { staff_number })
  const state = stateOf(quote, now)
  if (state === 'revoked') return
  if (state === 'accepted' || state === 'paying')
    throw refuse(409, closedOf(quote.kind, state)?.text ?? 'It is being paid right now.')
  await trx
    .updateTable('quotes')
    .set({ state: 'revoked', ended_at: now, ended_by: user_id })
    .where('id', '=', quote.id)
    .execute()
  await logged(trx, staff_number, 'Withdrawn', by)
}

/** Another link for a custom cart: the one before opens nothing any more. Throws 409 for a quote, and for what cannot be paid. */
export const renewLink = async (trx: Trx, staff_number: string, by: By, link = randomToken()): Promise<string> => {
  const { quote } = await lockQuote(trx, { staff_number })
  if (quote.kind !== 'custom') throw refuse(409, 'A quote has no link: its workspace finds it under its orders.')
  const state = stateOf(quote, by.now)
  if (state !== 'open' && state !== 'expired')
    throw refuse(409, closedOf(quote.kind, state)?.text ?? 'It is being paid right now.')
  await trx
    .updateTable('quotes')
    .set({ link_hash: hashToken(link) })
    .where('id', '=', quote.id)
    .execute()
  await logged(trx, staff_number, 'Made a new link', by)
  return link
}

const logged = (trx: Trx, number: string, action: string, { user_id, reason, now }: By) =>
  logStaff(trx, { staff_user_id: user_id, about: 'quote', about_key: number, action, reason, now })

/** One each, so that a mail that fails is tried again alone. */
const tellBuyers = async (
  trx: Trx,
  { workspace_id, ...news }: { quote_id: number; version: number; workspace_id: number },
  now: Date,
) => {
  const buyers = await trx
    .selectFrom('workspace_members')
    .where('workspace_id', '=', workspace_id)
    .where('role', 'in', workspaceRoles.filter(canPurchase))
    .select('user_id')
    .execute()
  for (const { user_id } of buyers) await record(trx, 'quote.sent', { ...news, user_id })
  await gather(trx, 'quote.waits', news, { to: buyers.map(({ user_id }) => user_id), now })
}

type Version = {
  id: number
  kind: 'quote' | 'custom'
  workspace_id: number | null
  version: number
  /** Of the version before: what its buyer said of themselves stays said. */
  before?: CartRow
}

const writeVersion = async (trx: Trx, { id, kind, workspace_id, version, before }: Version, offer: Offer, by: By) => {
  const { now } = by
  if (offer.expires_at.getTime() <= now.getTime())
    throw refuse.fields({ expires_at: ['Please choose a day in the future.'] })
  const ein = (await readEin(offer.ein)) ?? before?.ein ?? null
  const po_number = kind === 'quote' ? offer.po_number || null : null
  const { prices } = await currentPrices(trx, now)
  const lines = await linesOf(trx, offer.lines, prices)
  const cart = await trx
    .insertInto('carts')
    .values({ hash: randomKey(), kind, workspace_id, ein, po_number, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (before) await saveVat(trx, cart, vatOf(before))
  await trx
    .insertInto('cart_items')
    .values(lines.map(line => ({ ...line, cart_id: cart.id, added_at: now })))
    .execute()
  const { expires_at, note } = offer
  await trx
    .insertInto('quote_versions')
    .values({ quote_id: id, version, cart_id: cart.id, expires_at, note, made_by: by.user_id, made_at: now })
    .execute()
}

/** Priced for good: what the table says later changes nothing. Throws 422 with the line, 409 when the table says something else by now. */
const linesOf = async (trx: Trx, lines: readonly OfferLine[], prices: Prices) => {
  const clips = await clipsForSale(
    trx,
    lines.map(line => line.clip_id),
  )
  const seen = new Set<string>()
  const offered = lines.map((line, place) => {
    const wrong = (text: string) => refuse.fields({ [`lines.${place}`]: [text] })
    const clip = clips.get(line.clip_id)
    if (clip?.status !== 'published') throw wrong(`Clip ${line.clip_id} is not sold.`)
    if (!clip.formats.some(format => format.id === line.format_id))
      throw wrong(`“${clip.name}” is not available in ${formatOf(line.format_id).name}.`)
    const choice = tidyChoice(line)
    const key = `${clip.id} ${groupId(choice)}`
    if (seen.has(key)) throw wrong(`“${clip.name}” stands under this license twice.`)
    seen.add(key)
    const isInTable = !choice.distribution_ids.includes(quoted_distribution)
    const table_cents = isInTable
      ? priceOf({ choice, tier: clip.tier, format_id: line.format_id }, prices).cents
      : line.agreed_cents
    if (table_cents === null) throw wrong(`“${clip.name}” needs an agreed price: a buyout is in no table.`)
    const { agreed_cents, seen_cents = null } = line
    if (agreed_cents === null && seen_cents !== null && seen_cents !== table_cents)
      throw refuse(
        409,
        `The price table changed while you were working: “${clip.name}” is ${formatCents(table_cents)} now, not ${formatCents(seen_cents)}. Nothing was sent; please look at the prices once more.`,
      )
    return {
      ...choice,
      clip_id: clip.id,
      format_id: line.format_id,
      noted_price_cents: table_cents,
      agreed_cents: agreed_cents ?? table_cents,
    }
  })
  if (offered.every(line => line.agreed_cents === 0))
    throw refuse.fields({ lines: ['An offer has to cost something.'] })
  return offered
}

/** Gapless per year; its row stays locked until the transaction ends. */
const nextNumber = async (trx: Trx, prefix: 'Q' | 'C', now: Date): Promise<string> => {
  const year = now.getUTCFullYear()
  const { last_number } = await trx
    .insertInto('quote_counters')
    .values({ prefix, year, last_number: 1 })
    .onConflict(conflict =>
      conflict
        .columns(['prefix', 'year'])
        .doUpdateSet(eb => ({ last_number: eb('quote_counters.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return `${prefix}-${year}-${String(last_number).padStart(6, '0')}`
}
