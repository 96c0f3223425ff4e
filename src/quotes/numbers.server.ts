/** The numbers that a buyer gives for a quote of their workspace: kept with its present version, and taken along by the next. */
import { saveEin, saveVat } from '#cart/carts.server.ts'
import { checkVatAt } from '#cart/vat-of-place.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'

import { billedTo } from './payable.server.ts'
import { findQuote, lockQuote, needOpen, type Handle, type QuoteRow } from './quotes.server.ts'

type NumberDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Throws 409 or 410 for what cannot be paid any more, or is being paid. */
const needChangeable = (quote: QuoteRow, now: Date) => {
  if (needOpen(quote, now) === 'paying') throw refuse(409, 'This quote is being paid right now.')
}

const lockOpen = async (trx: Trx, handle: Handle, now: Date) => {
  const { quote, cart } = await lockQuote(trx, handle)
  needChangeable(quote, now)
  return cart
}

/** Empty takes it off. Throws 404 for a quote that is not theirs, 422 beside the field. */
export const giveEin = ({ db, clock }: NumberDeps, handle: Handle, ein: string): Promise<void> =>
  db.transaction().execute(async trx => void (await saveEin(trx, await lockOpen(trx, handle, clock.now()), ein)))

/** The same. Asks the network, so before the transaction. */
export const giveVat = async ({ db, clock, config }: NumberDeps, handle: Handle, text: string): Promise<void> => {
  const now = clock.now()
  const quote = await findQuote(db, handle)
  needChangeable(quote, now)
  const billing = await billedTo(db, quote)
  if (text !== '' && !billing)
    throw refuse.fields({ vat_number: ['Please add your workspace’s billing information first.'] })
  const vat = text === '' || !billing ? null : await checkVatAt(billing.country, text, { url: config.vies_url, now })
  await db.transaction().execute(async trx => saveVat(trx, await lockOpen(trx, handle, now), vat))
}
