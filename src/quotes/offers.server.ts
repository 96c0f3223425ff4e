/** The sales team's actions: create quotes and custom carts, revise them, withdraw them. */

import { saveVat, vatOf, type CartRow } from '#cart/carts.server.ts'
import { parseEin } from '#cart/ein.server.ts'
import { loadClipsForSale } from '#catalog/clips.server.ts'
import { groupId, normalizeChoice, type ChoiceWithFormat } from '#licensing/choice.ts'
import { getClosedRefusal } from '#licensing/closed-uses.ts'
import { priceOf } from '#licensing/price.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import type { Prices } from '#licensing/prices.ts'
import { toUseGrants } from '#licensing/rate.ts'
import { formatOf, BUYOUT_DISTRIBUTION_ID } from '#licensing/terms.ts'
import { queueDigestItems } from '#notifications/digest/queue-items.server.ts'
import { workspaceRoles } from '#platform/actor.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { StaffAction } from '#platform/audit/staff-actions.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { formatDocumentNumber } from '#platform/document-numbers.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomKey, randomToken } from '#platform/ids.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { formatCents } from '#platform/money.ts'
import { loadPrefix } from '#platform/settings/settings.server.ts'
import { loadBillingInformation } from '#workspaces/billing.server.ts'
import { isCountrySoldTo } from '#workspaces/countries.server.ts'
import { canPurchase } from '#workspaces/policy.ts'

import { lockQuote } from './quotes.server.ts'
import { getClosedError, getQuoteState } from './states.ts'

export type OfferLine = ChoiceWithFormat & {
  clip_id: number
  /** null: the current list price, fixed from now on. */
  agreed_price_cents: number | null
  /** The list price that the seller saw, where no price was agreed on. If omitted, it is not compared. */
  expected_cents?: number | null | undefined
}

export type Offer = {
  lines: readonly OfferLine[]
  expires_at: Date
  note: string
  /** For non-profit licenses of a quote, if known; the buyer can add it too. Buyers of custom carts enter their own. */
  ein: string
  /** For a quote, if known. Buyers of custom carts enter their own. */
  po_number?: string
}

/** The staff member, and the reason for the audit log. */
type OfferActor = { user_id: number; now: Date; reason?: string }

/** Creates a quote for a workspace. Returns its number. Throws 404 without such a workspace, 422 for an invalid offer or a billing country that isn't sold to. */
export const createQuote = async (trx: Trx, workspace_id: number, offer: Offer, actor: OfferActor): Promise<string> => {
  const workspace = await trx.selectFrom('workspaces').where('id', '=', workspace_id).select('id').executeTakeFirst()
  if (!workspace) throw refuse.missing('workspace')
  await requireSoldWorkspace(trx, workspace_id)
  const number = await nextNumber(trx, 'quote', actor.now)
  const { id } = await trx
    .insertInto('quotes')
    .values({ kind: 'quote', number, workspace_id, created_at: actor.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeVersion(trx, { id, kind: 'quote', workspace_id, version: 1 }, offer, actor)
  await logOfferAction(trx, number, 'created_and_sent', actor)
  await notifyBuyers(trx, { quote_id: id, version: 1, workspace_id }, actor.now)
  return number
}

/** A quote that nobody could pay isn't sent. Throws 422 for the workspace's billing country. */
const requireSoldWorkspace = async (trx: Trx, workspace_id: number) => {
  const country = (await loadBillingInformation(trx, workspace_id))?.country
  if (country && !(await isCountrySoldTo(trx, country.code)))
    throw refuse(
      422,
      `This workspace is billed in ${country.name}, which isn’t a country that we sell to. Nothing was sent.`,
    )
}

/** Creates a custom cart for anyone with its link. `link` is returned only here: the database stores its hash. */
export const createCustomCart = async (
  trx: Trx,
  offer: Offer,
  actor: OfferActor,
  link = randomToken(),
): Promise<{ number: string; link: string }> => {
  const number = await nextNumber(trx, 'custom_cart', actor.now)
  const { id } = await trx
    .insertInto('quotes')
    .values({ kind: 'custom', number, link_hash: hashToken(link), created_at: actor.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeVersion(trx, { id, kind: 'custom', workspace_id: null, version: 1 }, offer, actor)
  await logOfferAction(trx, number, 'created', actor)
  return { number, link }
}

/**
 * Replaces the current version, which stays readable. Reopens an expired or declined quote. Throws 409 when it is paid,
 * being paid or withdrawn.
 */
export const reviseOffer = async (trx: Trx, staff_number: string, offer: Offer, actor: OfferActor): Promise<void> => {
  const { quote, cart } = await lockQuote(trx, { staff_number })
  const state = getQuoteState(quote, actor.now)
  if (state === 'accepted' || state === 'paying' || state === 'revoked')
    throw refuse(409, getClosedError(quote.kind, state)?.text ?? 'It is being paid right now.')
  if (quote.workspace_id !== null) await requireSoldWorkspace(trx, quote.workspace_id)
  const version = quote.version + 1
  await writeVersion(trx, { ...quote, version, previousCart: cart }, offer, actor)
  await trx
    .updateTable('quotes')
    .set({ version, state: 'open', ended_at: null, ended_by: null, reason: '' })
    .where('id', '=', quote.id)
    .execute()
  await logOfferAction(trx, staff_number, 'revised', actor, { version: [quote.version, version] })
  if (quote.workspace_id !== null)
    await notifyBuyers(trx, { quote_id: quote.id, version, workspace_id: quote.workspace_id }, actor.now)
}

/** Withdraws an offer, so that it can no longer be paid; doing so again does nothing. Throws 409 when it is paid or being paid. */
export const revokeOffer = async (trx: Trx, staff_number: string, actor: OfferActor): Promise<void> => {
  const { user_id, now } = actor
  const { quote } = await lockQuote(trx, { staff_number })
  const state = getQuoteState(quote, now)
  if (state === 'revoked') return
  if (state === 'accepted' || state === 'paying')
    throw refuse(409, getClosedError(quote.kind, state)?.text ?? 'It is being paid right now.')
  await trx
    .updateTable('quotes')
    .set({ state: 'revoked', ended_at: now, ended_by: user_id })
    .where('id', '=', quote.id)
    .execute()
  await logOfferAction(trx, staff_number, 'withdrawn', actor)
}

/** Replaces the link of a custom cart; the old one stops working. Throws 409 for a quote, or when it cannot be paid. */
export const renewLink = async (
  trx: Trx,
  staff_number: string,
  actor: OfferActor,
  link = randomToken(),
): Promise<string> => {
  const { quote } = await lockQuote(trx, { staff_number })
  if (quote.kind !== 'custom') throw refuse(409, 'A quote has no link: its workspace finds it under its orders.')
  const state = getQuoteState(quote, actor.now)
  if (state !== 'open' && state !== 'expired')
    throw refuse(409, getClosedError(quote.kind, state)?.text ?? 'It is being paid right now.')
  await trx
    .updateTable('quotes')
    .set({ link_hash: hashToken(link) })
    .where('id', '=', quote.id)
    .execute()
  await logOfferAction(trx, staff_number, 'link_replaced', actor)
  return link
}

const logOfferAction = (
  trx: Trx,
  number: string,
  action: StaffAction,
  { user_id, reason, now }: OfferActor,
  changes = {},
) => writeAuditEntry(trx, { staff_user_id: user_id, about: 'quote', about_key: number, action, reason, changes, now })

/** One event per buyer, so that a failed mail is retried alone. */
const notifyBuyers = async (
  trx: Trx,
  { workspace_id, ...event }: { quote_id: number; version: number; workspace_id: number },
  now: Date,
) => {
  const buyers = await trx
    .selectFrom('workspace_members')
    .where('workspace_id', '=', workspace_id)
    .where('role', 'in', workspaceRoles.filter(canPurchase))
    .select('user_id')
    .execute()
  for (const { user_id } of buyers) await recordEvent(trx, 'quote.sent', { ...event, user_id })
  await queueDigestItems(trx, 'quote.pending', event, { to: buyers.map(({ user_id }) => user_id), now })
}

type OfferVersion = {
  id: number
  kind: 'quote' | 'custom'
  workspace_id: number | null
  version: number
  /** The cart of the previous version: the numbers that its buyer entered are kept. */
  previousCart?: CartRow
}

const writeVersion = async (
  trx: Trx,
  { id, kind, workspace_id, version, previousCart }: OfferVersion,
  offer: Offer,
  actor: OfferActor,
) => {
  const { now } = actor
  if (offer.expires_at.getTime() <= now.getTime())
    throw refuse.fields({ expires_at: ['Please choose a day in the future.'] })
  const ein = parseEin(offer.ein) ?? previousCart?.ein ?? null
  const po_number = kind === 'quote' ? offer.po_number || null : null
  const { prices } = await getCurrentPrices(trx, now)
  const lines = await priceLines(trx, offer.lines, prices)
  const cart = await trx
    .insertInto('carts')
    .values({ hash: randomKey(), kind, workspace_id, ein, po_number, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (previousCart) await saveVat(trx, cart, vatOf(previousCart))
  await trx
    .insertInto('cart_items')
    .values(lines.map(line => ({ ...line, cart_id: cart.id, added_at: now })))
    .execute()
  const { expires_at, note } = offer
  await trx
    .insertInto('quote_versions')
    .values({ quote_id: id, version, cart_id: cart.id, expires_at, note, created_by: actor.user_id, created_at: now })
    .execute()
}

/** Fixes the prices of the lines. Throws 422 with the line, 409 when a list price has changed since the seller saw it. */
const priceLines = async (trx: Trx, lines: readonly OfferLine[], prices: Prices) => {
  const clips = await loadClipsForSale(
    trx,
    lines.map(line => line.clip_id),
  )
  const usedKeys = new Set<string>()
  const pricedLines = lines.map((line, index) => {
    const lineError = (text: string) => refuse.fields({ [`lines.${index}`]: [text] })
    const clip = clips.get(line.clip_id)
    if (clip?.status !== 'published') throw lineError(`Clip ${line.clip_id} is not for sale.`)
    if (!clip.formats.some(format => format.id === line.format_id))
      throw lineError(`“${clip.name}” is not available in ${formatOf(line.format_id).name}.`)
    const choice = normalizeChoice(line)
    const refusal = getClosedRefusal([clip], toUseGrants(choice))
    if (refusal) throw lineError(refusal)
    const key = `${clip.id} ${groupId(choice)}`
    if (usedKeys.has(key)) throw lineError(`“${clip.name}” is listed under this license twice.`)
    usedKeys.add(key)
    const hasListPrice = !choice.distribution_ids.includes(BUYOUT_DISTRIBUTION_ID)
    const listCents = hasListPrice
      ? priceOf({ choice, tier: clip.tier, format_id: line.format_id }, prices).cents
      : line.agreed_price_cents
    if (listCents === null) throw lineError(`“${clip.name}” needs an agreed price: a buyout has no list price.`)
    const { agreed_price_cents, expected_cents = null } = line
    if (agreed_price_cents === null && expected_cents !== null && expected_cents !== listCents)
      throw refuse(
        409,
        `The price table changed while you were working: “${clip.name}” is ${formatCents(listCents)} now, not ${formatCents(expected_cents)}. Nothing was sent; please review the prices.`,
      )
    return {
      ...choice,
      clip_id: clip.id,
      format_id: line.format_id,
      seen_price_cents: listCents,
      agreed_price_cents: agreed_price_cents ?? listCents,
    }
  })
  if (pricedLines.every(line => line.agreed_price_cents === 0))
    throw refuse.fields({ lines: ['An offer cannot be free.'] })
  return pricedLines
}

/** Returns the next number, gapless per year. Its counter stays locked until the transaction ends. */
const nextNumber = async (trx: Trx, kind: 'quote' | 'custom_cart', now: Date): Promise<string> => {
  const year = now.getUTCFullYear()
  const prefix = await loadPrefix(trx, kind)
  const { last_number } = await trx
    .insertInto('quote_counters')
    .values({ kind, year, last_number: 1 })
    .onConflict(conflict =>
      conflict.columns(['kind', 'year']).doUpdateSet(eb => ({ last_number: eb('quote_counters.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return formatDocumentNumber(prefix, year, last_number)
}
