/** Carts as rows: whose they are, how they are found, begun and locked, and the states that checkout moves them through. */
import { sql } from 'kysely'

import { workspaceRoles, type Actor } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { randomKey, sha256 } from '#platform/ids.server.ts'
import { refuse } from '#platform/refusal.ts'
import { canViewBilling } from '#workspaces/policy.ts'

import { paying_text } from './cart-texts.ts'
import { readEin } from './ein.server.ts'
import type { Vat } from './vat.server.ts'

/** `requested`: handed to those who buy, as a purchase request. */
export type CartState = 'open' | 'paying' | 'ordered' | 'merged' | 'requested'
/** `quote` and `custom`: prepared by the sales team. */
export type CartKind = 'own' | 'quote' | 'custom'

export type CartRow = {
  id: number
  /** Of a guest's cart the key that opens it, as its guest gave it: the database has its SHA-256 alone. */
  hash: string
  user_id: number | null
  workspace_id: number | null
  state: CartState
  kind: CartKind
  ein: string | null
  coupon_id: number | null
  vat_number: string | null
  /** When and by whom the VAT number was checked. */
  vat_check: unknown
  po_number: string | null
  /** How many clips of an earlier cart a login added to the guest's; null once the cart was changed. */
  older_items: number | null
}

type Narrow = { state: CartState; kind: CartKind }

/** A member has no cart_hash that counts, a guest no ids. */
export type Owner = Pick<Actor, 'user_id' | 'workspace_id' | 'cart_hash'>

const columns = [
  'id',
  'hash',
  'user_id',
  'workspace_id',
  'state',
  'kind',
  'ein',
  'coupon_id',
  'vat_number',
  'vat_check',
  'po_number',
  'older_items',
] as const

/**
 * The one cart of a person in a workspace, or the guest's by its hash: never somebody else's. The states stand in the text,
 * because a plan that is made once cannot use the index of live carts without seeing them.
 */
const isTheirs = ({ user_id, workspace_id, cart_hash }: Owner) =>
  user_id !== null
    ? sql<boolean>`state in ('open', 'paying') and user_id = ${user_id} and workspace_id = ${workspace_id}`
    : sql<boolean>`state in ('open', 'paying') and hash = ${cart_hash === null ? null : sha256(cart_hash)} and user_id is null and kind = 'own'`

/** Guests who have put nothing in yet: no need to ask for their cart. */
const hasNone = ({ user_id, cart_hash }: Owner) => user_id === null && cart_hash === null

/** With the key that a guest gave in the place of its hash. */
const withKey = <C extends CartRow | undefined>(cart: C, { user_id, cart_hash }: Owner): C =>
  cart && user_id === null && cart_hash !== null ? { ...cart, hash: cart_hash } : cart

/** For reading. */
export const findCart = async (db: Db, owner: Owner): Promise<CartRow | undefined> => {
  if (hasNone(owner)) return undefined
  const cart = await db
    .selectFrom('carts')
    .select(columns)
    .where(isTheirs(owner))
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return withKey(cart, owner)
}

/** Who locks a cart is about to change it, so that one statement does both; what came with a login has been seen then. */
const lock = async (trx: Trx, owner: Owner, now: Date): Promise<CartRow | undefined> => {
  if (hasNone(owner)) return undefined
  const cart = await trx
    .updateTable('carts')
    .set({ updated_at: now, older_items: null })
    .where(isTheirs(owner))
    .returning(columns)
    .$narrowType<Narrow>()
    .executeTakeFirst()
  return withKey(cart, owner)
}

/** The cart, locked until the transaction ends. Throws 409 while it is being paid. */
export const lockCart = async (trx: Trx, owner: Owner, now: Date): Promise<CartRow | undefined> =>
  changeable(await lock(trx, owner, now))

/** The same, begun if there is none. */
export const openCart = async (trx: Trx, owner: Owner, now: Date): Promise<CartRow> =>
  changeable(await beginCart(trx, owner, now))

const changeable = <C extends CartRow | undefined>(cart: C): C => {
  if (cart?.state === 'paying') throw refuse(409, paying_text)
  return cart
}

/** The cart, locked, whatever its state; begun if there is none. A new one of a workspace knows already who is billed there. */
export const beginCart = async (trx: Trx, owner: Owner, now: Date): Promise<CartRow> => {
  const before = await lock(trx, owner, now)
  if (before) return before
  const { user_id, workspace_id } = owner
  const key = randomKey()
  const begun = await trx
    .insertInto('carts')
    .values({ hash: user_id === null ? sha256(key) : key, user_id, workspace_id, created_at: now, updated_at: now })
    // Two first clips at once: the second waits for the first, and then finds its cart.
    .onConflict(conflict => conflict.doNothing())
    .returning(columns)
    .$narrowType<Narrow>()
    .executeTakeFirst()
  if (begun && user_id !== null && workspace_id !== null)
    await copyWorkspaceBilling(trx, begun.id, { user_id, workspace_id })
  const cart = begun ? withKey(begun, { ...owner, cart_hash: key }) : await lock(trx, owner, now)
  if (!cart) throw refuse(409, 'Your cart changed meanwhile. Please try again.')
  return cart
}

/** Only for those who may see it. */
const copyWorkspaceBilling = async (
  trx: Trx,
  cart_id: number,
  { user_id, workspace_id }: { user_id: number; workspace_id: number },
) => {
  const shared = [
    'address',
    'address2',
    'city',
    'postal_code',
    'country_id',
    'country_region_id',
    'region',
    'billing_contact_user_id',
  ] as const
  await trx
    .insertInto('cart_billing')
    .columns(['cart_id', 'company', ...shared])
    .expression(eb =>
      eb
        .selectFrom('workspace_billing as b')
        .innerJoin('workspace_members as m', 'm.workspace_id', 'b.workspace_id')
        .where('b.workspace_id', '=', workspace_id)
        .where('m.user_id', '=', user_id)
        .where('m.role', 'in', workspaceRoles.filter(canViewBilling))
        .select([eb.val(cart_id).as('cart_id'), 'company_name', ...shared]),
    )
    .execute()
}

/** The number that a non-profit buys with; empty removes it. Answers what is kept. Throws 422 beside the field. */
export const saveEin = async (trx: Trx, { id }: Pick<CartRow, 'id'>, typed: string): Promise<string | null> => {
  const ein = await readEin(typed)
  await trx.updateTable('carts').set({ ein }).where('id', '=', id).execute()
  return ein
}

/** The number and coupon of another cart, whose clips came along, where this one has none of its own. `older_items`: how many clips were here alone. */
export const adoptFrom = async (
  trx: Trx,
  own: CartRow,
  other: CartRow,
  { older_items, now }: { older_items: number | null; now: Date },
): Promise<void> => {
  await trx
    .updateTable('carts')
    .set({
      ein: own.ein ?? other.ein,
      coupon_id: own.coupon_id ?? other.coupon_id,
      po_number: own.po_number ?? other.po_number,
      older_items,
      updated_at: now,
    })
    .where('id', '=', own.id)
    .execute()
}

/** One coupon to a cart: it takes the place of any before; null takes it off. */
export const saveCoupon = async (trx: Trx, { id }: CartRow, coupon_id: number | null): Promise<void> => {
  await trx.updateTable('carts').set({ coupon_id }).where('id', '=', id).execute()
}

/** null takes it off. */
export const saveVat = async (trx: Trx, { id }: Pick<CartRow, 'id'>, vat: Vat | null): Promise<void> => {
  const { number: vat_number = null, ...check } = vat ?? {}
  await trx
    .updateTable('carts')
    .set({ vat_number, vat_check: vat && JSON.stringify(check) })
    .where('id', '=', id)
    .execute()
}

/** null removes it. */
export const savePoNumber = async (trx: Trx, { id }: CartRow, po_number: string | null): Promise<void> => {
  await trx.updateTable('carts').set({ po_number }).where('id', '=', id).execute()
}

/** The number that was given for this cart, with its evidence. */
export const vatOf = ({ vat_number, vat_check }: Pick<CartRow, 'vat_number' | 'vat_check'>): Vat | null =>
  vat_number === null ? null : { ...(vat_check as Omit<Vat, 'number'>), number: vat_number }

/** Any cart by its number, for those who know that it may be read. Throws 404 for an unknown one. */
export const cartById = async (db: Db, id: number): Promise<CartRow> => {
  const cart = await db
    .selectFrom('carts')
    .select(columns)
    .where('id', '=', id)
    .$narrowType<Narrow>()
    .executeTakeFirst()
  if (!cart) throw refuse.missing('cart')
  return cart
}

/** The cart of a checkout, locked until the transaction ends. Throws 404 for an unknown one. */
export const lockCartForCheckout = async (trx: Trx, { cart_id }: { cart_id: number }): Promise<CartRow> => {
  const cart = await trx
    .selectFrom('carts')
    .select(columns)
    .where('id', '=', cart_id)
    .$narrowType<Narrow>()
    .forUpdate()
    .executeTakeFirst()
  if (!cart) throw refuse.missing('cart')
  return cart
}

/** The one cart of somebody, locked until the transaction ends; in whatever state it is by then. */
export const lockOwnCart = async (trx: Trx, owner: Owner): Promise<CartRow | undefined> => {
  const cart = await trx
    .selectFrom('carts')
    .select(columns)
    // Found before the lock is waited for: whoever waits learns what became of it.
    .where('id', '=', eb => eb.selectFrom('carts').select('id').where(isTheirs(owner)))
    .$narrowType<Narrow>()
    .forUpdate()
    .executeTakeFirst()
  return withKey(cart, owner)
}

/** Moves a cart, which locks it; being there already is quiet. Throws 409 from any other state. */
const moveCart = async (trx: Trx, cart_id: number, from: CartState, to: CartState) => {
  const moved = await trx
    .updateTable('carts')
    .set({ state: to })
    .where('id', '=', cart_id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst()
  if (moved) return
  const { state } = await lockCartForCheckout(trx, { cart_id })
  if (state !== to) throw refuse(409, state === 'paying' ? paying_text : 'This cart has been ordered already.')
}

/** A payment begins: nothing can be changed until it has ended. */
export const markCartPaying = (trx: Trx, cart_id: number) => moveCart(trx, cart_id, 'open', 'paying')
/** It became an order; the next clip begins a new cart. `AtOnce`: with nobody to wait for. */
export const markCartOrdered = (trx: Trx, cart_id: number) => moveCart(trx, cart_id, 'paying', 'ordered')
export const markCartOrderedAtOnce = (trx: Trx, cart_id: number) => moveCart(trx, cart_id, 'open', 'ordered')
/** It is handed to those who buy; the next clip begins a new cart. */
export const markCartRequested = (trx: Trx, cart_id: number) => moveCart(trx, cart_id, 'open', 'requested')
/** The payment came to nothing: the cart is as it was. */
export const reopenCart = (trx: Trx, cart_id: number) => moveCart(trx, cart_id, 'paying', 'open')
