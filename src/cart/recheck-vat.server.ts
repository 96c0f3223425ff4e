import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recheckVatNumber } from '#tax/check-vat.server.ts'

import { lockCartForCheckout, saveVat, vatOf, type CartRow } from './carts.server.ts'

/** A number that was confirmed so shortly ago is not asked about again. */
const FRESH_MS = 15 * 60_000

/**
 * Asks VIES again about a cart's VAT number before it is paid, because it may have ended meanwhile, or the service was away
 * when it was entered. Sends a network request, so never call it in a transaction. Throws 409 for a number that is no longer
 * valid, which leaves the cart.
 */
export const recheckVat = async (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  cart: CartRow | undefined,
): Promise<void> => {
  const vat = cart?.state === 'open' ? vatOf(cart) : null
  const now = clock.now()
  if (!cart || !vat || config.vies_url === undefined) return
  if (vat.service === 'valid' && now.getTime() - Date.parse(vat.checked_at) < FRESH_MS) return
  const result = await recheckVatNumber(vat, { url: config.vies_url, now })
  if (result === 'unknown') return
  const isRemoved = await db.transaction().execute(async trx => {
    const current = await lockCartForCheckout(trx, { cart_id: cart.id })
    if (current.state !== 'open' || current.vat_number !== vat.number) return false
    await saveVat(trx, current, result === 'invalid' ? null : result)
    return result === 'invalid'
  })
  if (isRemoved)
    throw refuse(
      409,
      `The VAT number ${vat.number} is no longer valid, so we removed it from your cart. Please check the total again. You haven’t been charged.`,
    )
}
