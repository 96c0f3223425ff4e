/** Saves billing details from the alternate flow to the caller's own cart, never to a shared cart. */
import type { Actor } from '#platform/actor.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { Refusal, refuse } from '#platform/http/refusal.ts'
import { validateAddress } from '#workspaces/countries.server.ts'

import { openCart, savePoNumber, saveVat, type CartRow } from './carts.server.ts'
import type { DetailsBody } from './legacy-contract.ts'
import type { Vat } from './vat.server.ts'

/** Saves the details and returns the cart. An undefined `vat` keeps the saved number; null removes it. Throws 422 per field. */
export const saveDetails = async (
  trx: Trx,
  actor: Actor,
  body: DetailsBody,
  vat: Vat | null | undefined,
  now: Date,
): Promise<CartRow> => {
  const cart = await openCart(trx, actor, now)
  const { first_name, last_name, email, address, address2, city, postal_code } = body
  const location = await validateAddress(
    trx,
    { country_id: body.country_id, country_region_id: body.region_id, region: body.region, postal_code },
    { lenient: true },
  ).catch(renameRegionError)
  const billing = { first_name, last_name, email, address, address2, city, postal_code, ...location }
  await trx
    .insertInto('cart_billing')
    .values({ cart_id: cart.id, company: '', ...billing })
    .onConflict(conflict => conflict.column('cart_id').doUpdateSet(billing))
    .execute()
  if (body.po_number !== undefined) await savePoNumber(trx, cart, body.po_number || null)
  if (vat !== undefined) await saveVat(trx, cart, vat)
  return cart
}

/** Old clients call the state's field `region_id`. */
const renameRegionError = (error: unknown): never => {
  if (error instanceof Refusal && error.errors['country_region_id'])
    throw refuse.fields({ region_id: ['Region is required'] })
  throw error
}
