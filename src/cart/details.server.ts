/** Who is billed, as the alternate flow asks for it: kept with the cart of whoever says so, never with a cart that others see. */
import type { Actor } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import { Refusal, refuse } from '#platform/refusal.ts'
import { checkedPlace } from '#workspaces/countries.server.ts'

import { openCart, savePoNumber, saveVat, type CartRow } from './carts.server.ts'
import type { DetailsBody } from './legacy-contract.ts'
import type { Vat } from './vat.server.ts'

/** `vat` undefined keeps the number that there is, null removes it. Answers the cart. Throws 422 per field. */
export const saveDetails = async (
  trx: Trx,
  actor: Actor,
  body: DetailsBody,
  vat: Vat | null | undefined,
  now: Date,
): Promise<CartRow> => {
  const cart = await openCart(trx, actor, now)
  const { first_name, last_name, email, address, address2, city, postal_code } = body
  const place = await checkedPlace(
    trx,
    { country_id: body.country_id, country_region_id: body.region_id, region: body.region, postal_code },
    { lenient: true },
  ).catch(inTheirWords)
  const billing = { first_name, last_name, email, address, address2, city, postal_code, ...place }
  await trx
    .insertInto('cart_billing')
    .values({ cart_id: cart.id, company: '', ...billing })
    .onConflict(conflict => conflict.column('cart_id').doUpdateSet(billing))
    .execute()
  if (body.po_number !== undefined) await savePoNumber(trx, cart, body.po_number || null)
  if (vat !== undefined) await saveVat(trx, cart, vat)
  return cart
}

/** Old clients call the state a region. */
const inTheirWords = (error: unknown): never => {
  if (error instanceof Refusal && error.errors['country_region_id'])
    throw refuse.fields({ region_id: ['Region is required'] })
  throw error
}
