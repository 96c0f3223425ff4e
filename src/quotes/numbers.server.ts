/** Saves the EIN and VAT number that a buyer enters for a quote. They are kept with its current version and copied to the next. */
import { saveEin, saveVat } from '#cart/carts.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { checkVatForLocation } from '#tax/check-vat.server.ts'

import { getQuoteBilling } from './payable.server.ts'
import { findQuote, lockQuote, assertPayable, type QuoteKey, type QuoteRow } from './quotes.server.ts'

type QuoteNumberDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Throws 409 or 410 for a quote that can no longer be paid, or is being paid. */
const assertChangeable = (quote: QuoteRow, now: Date) => {
  if (assertPayable(quote, now) === 'paying') throw refuse(409, 'This quote is being paid right now.')
}

const lockOpenCart = async (trx: Trx, handle: QuoteKey, now: Date) => {
  const { quote, cart } = await lockQuote(trx, handle)
  assertChangeable(quote, now)
  return cart
}

/** Saves the EIN; an empty one removes it. Throws 404 for another workspace's quote, 422 for the field. */
export const saveQuoteEin = ({ db, clock }: QuoteNumberDeps, handle: QuoteKey, ein: string): Promise<void> =>
  db.transaction().execute(async trx => void (await saveEin(trx, await lockOpenCart(trx, handle, clock.now()), ein)))

/** Saves the VAT number like the EIN. Validates it with a network request, so before the transaction. */
export const saveQuoteVat = async (
  { db, clock, config }: QuoteNumberDeps,
  handle: QuoteKey,
  vatNumber: string,
): Promise<void> => {
  const now = clock.now()
  const quote = await findQuote(db, handle)
  assertChangeable(quote, now)
  const billing = await getQuoteBilling(db, quote)
  if (vatNumber !== '' && !billing)
    throw refuse.fields({ vat_number: ['Please add your workspace’s billing information first.'] })
  const vat =
    vatNumber === '' || !billing ? null : await checkVatForLocation(billing, vatNumber, { url: config.vies_url, now })
  await db.transaction().execute(async trx => saveVat(trx, await lockOpenCart(trx, handle, now), vat))
}
