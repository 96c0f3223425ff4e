import type { InferResult } from 'kysely'

import type { Member } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { checkBillingContact } from '#workspaces/billing.server.ts'
import { validateAddress } from '#workspaces/countries.server.ts'

import type { CartBillingBody } from './billing.ts'
import type { CartRow } from './carts.server.ts'
import type { CartBilling } from './contract.ts'

/** Returns the cart's billing information, or null. The contact is null if they left the workspace. */
export const getCartBilling = async (db: Db, cart: Pick<CartRow, 'id' | 'workspace_id'>): Promise<CartBilling | null> =>
  toCartBilling(await selectBilling(db, cart).executeTakeFirst())

/** Returns the billing information of the user's last order in this workspace, or null. */
export const findLastBilling = async (
  db: Db,
  { user_id, workspace_id }: Pick<Member, 'user_id' | 'workspace_id'>,
): Promise<CartBilling | null> => {
  const cart = await db
    .selectFrom('carts as c')
    .innerJoin('cart_billing as b', 'b.cart_id', 'c.id')
    .where('c.user_id', '=', user_id)
    .where('c.workspace_id', '=', workspace_id)
    .where('c.state', '=', 'ordered')
    .orderBy('c.id', 'desc')
    .select('c.id')
    .executeTakeFirst()
  return cart ? getCartBilling(db, { id: cart.id, workspace_id }) : null
}

export const selectBilling = (db: Pick<Db, 'selectFrom'>, { id, workspace_id }: Pick<CartRow, 'id' | 'workspace_id'>) =>
  db
    .selectFrom('cart_billing as b')
    .innerJoin('countries as c', 'c.id', 'b.country_id')
    .leftJoin('country_regions as r', 'r.id', 'b.country_region_id')
    .leftJoin('workspace_members as m', join =>
      join.onRef('m.user_id', '=', 'b.billing_contact_user_id').on('m.workspace_id', '=', workspace_id),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .where('b.cart_id', '=', id)
    .select([
      'b.company',
      'b.address',
      'b.address2',
      'b.city',
      'b.postal_code',
      'b.region',
      'b.country_id',
      'b.country_region_id',
    ])
    .select(['c.code as country_code', 'c.name as country_name', 'r.code as region_code', 'r.name as region_name'])
    .select(['b.first_name as billed_first_name', 'b.last_name as billed_last_name', 'b.email as billed_email'])
    .select(['u.id as user_id', 'u.first_name', 'u.last_name', 'u.email'])

type CartBillingRow = InferResult<ReturnType<typeof selectBilling>>[number]

export const toCartBilling = (row: CartBillingRow | null | undefined): CartBilling | null => {
  if (!row) return null
  const { company, address, address2, city, postal_code } = row
  return {
    company,
    billing_contact:
      row.user_id === null
        ? null
        : { id: row.user_id, first_name: row.first_name ?? '', last_name: row.last_name ?? '', email: row.email ?? '' },
    first_name: row.billed_first_name,
    last_name: row.billed_last_name,
    email: row.billed_email,
    address,
    address2,
    city,
    postal_code,
    region: row.region_name ?? row.region,
    country: { id: row.country_id, code: row.country_code, name: row.country_name },
    country_region:
      row.country_region_id === null
        ? null
        : { id: row.country_region_id, code: row.region_code ?? '', name: row.region_name ?? '' },
  }
}

/** Saves the cart's billing information, replacing any before. Throws 422 per field. */
export const saveCartBilling = async (
  trx: Trx,
  cart_id: number,
  workspace_id: number,
  { is_private = false, ...body }: Omit<CartBillingBody, 'is_private'> & { is_private?: boolean },
): Promise<void> => {
  await checkBillingContact(trx, workspace_id, body.billing_contact_user_id)
  const billing = { ...body, company: is_private ? '' : body.company, ...(await validateAddress(trx, body)) }
  await trx
    .insertInto('cart_billing')
    .values({ cart_id, ...billing })
    .onConflict(conflict => conflict.column('cart_id').doUpdateSet(billing))
    .execute()
}
