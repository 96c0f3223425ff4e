/** Reads, creates and locks cart rows, and moves carts through the states of checkout. */
import { sql } from 'kysely'

import { workspaceRoles, type Actor } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { randomKey, sha256 } from '#platform/ids.server.ts'
import type { Vat } from '#tax/vat-number.ts'
import { canViewBilling } from '#workspaces/policy.ts'

import { CART_LOCKED_TEXT } from './cart-texts.ts'
import { parseEin } from './ein.server.ts'

/** `requested`: sent to the workspace's purchasers as a purchase request. */
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
  /** When and how the VAT number was checked. */
  vat_check: unknown
  po_number: string | null
  /** How many clips of an earlier cart a login added to the guest's cart; null once the cart was changed. */
  merged_items_count: number | null
}

type CartEnums = { state: CartState; kind: CartKind }

/** A cart's owner. `cart_hash` is ignored for members; guests have no ids. */
export type CartOwner = Pick<Actor, 'user_id' | 'workspace_id' | 'cart_hash'>

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
  'merged_items_count',
] as const

/**
 * Matches the live cart of a user in a workspace, or a guest's cart by its hash; never someone else's. The states are
 * literals because a prepared plan cannot use the partial index on live carts otherwise.
 */
const belongsTo = ({ user_id, workspace_id, cart_hash }: CartOwner) =>
  user_id !== null
    ? sql<boolean>`state in ('open', 'paying') and user_id = ${user_id} and workspace_id = ${workspace_id}`
    : sql<boolean>`state in ('open', 'paying') and hash = ${cart_hash === null ? null : sha256(cart_hash)} and user_id is null and kind = 'own'`

/** True for guests who have added nothing yet; no query is needed. */
const hasNoCart = ({ user_id, cart_hash }: CartOwner) => user_id === null && cart_hash === null

/** With the key that a guest gave in the place of its hash. */
const withKey = <C extends CartRow | undefined>(cart: C, { user_id, cart_hash }: CartOwner): C =>
  cart && user_id === null && cart_hash !== null ? { ...cart, hash: cart_hash } : cart

/** Returns the owner's live cart without locking it. */
export const findCart = async (db: Db, owner: CartOwner): Promise<CartRow | undefined> => {
  if (hasNoCart(owner)) return undefined
  const cart = await db
    .selectFrom('carts')
    .select(columns)
    .where(belongsTo(owner))
    .$narrowType<CartEnums>()
    .executeTakeFirst()
  return withKey(cart, owner)
}

/** Locks the live cart and marks it as changed in one statement. Also clears `merged_items_count`: the user has seen that notice. */
const lockLiveCart = async (trx: Trx, owner: CartOwner, now: Date): Promise<CartRow | undefined> => {
  if (hasNoCart(owner)) return undefined
  const cart = await trx
    .updateTable('carts')
    .set({ updated_at: now, merged_items_count: null })
    .where(belongsTo(owner))
    .returning(columns)
    .$narrowType<CartEnums>()
    .executeTakeFirst()
  return withKey(cart, owner)
}

/** Returns the owner's cart, locked until the transaction ends. Throws 409 while it is being paid. */
export const lockCart = async (trx: Trx, owner: CartOwner, now: Date): Promise<CartRow | undefined> =>
  assertOpen(await lockLiveCart(trx, owner, now))

/** Like `lockCart`, but creates the cart if there is none. */
export const openCart = async (trx: Trx, owner: CartOwner, now: Date): Promise<CartRow> =>
  assertOpen(await getOrCreateCart(trx, owner, now))

const assertOpen = <C extends CartRow | undefined>(cart: C): C => {
  if (cart?.state === 'paying') throw refuse(409, CART_LOCKED_TEXT)
  return cart
}

/** Returns the owner's cart, locked, in any state; creates it if there is none, with the workspace's billing information. */
export const getOrCreateCart = async (trx: Trx, owner: CartOwner, now: Date): Promise<CartRow> => {
  const existing = await lockLiveCart(trx, owner, now)
  if (existing) return existing
  const { user_id, workspace_id } = owner
  const key = randomKey()
  const created = await trx
    .insertInto('carts')
    .values({ hash: user_id === null ? sha256(key) : key, user_id, workspace_id, created_at: now, updated_at: now })
    // Two first clips at once: the second insert waits for the first, then finds its cart.
    .onConflict(conflict => conflict.doNothing())
    .returning(columns)
    .$narrowType<CartEnums>()
    .executeTakeFirst()
  if (created && user_id !== null && workspace_id !== null)
    await copyWorkspaceBilling(trx, created.id, { user_id, workspace_id })
  const cart = created ? withKey(created, { ...owner, cart_hash: key }) : await lockLiveCart(trx, owner, now)
  if (!cart) throw refuse(409, 'Your cart changed meanwhile. Please try again.')
  return cart
}

/** Copies the workspace's billing information if the user's role may view it. */
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

/** Saves the EIN of a non-profit buyer; an empty one removes it. Returns the stored value. Throws 422 for the field. */
export const saveEin = async (trx: Trx, { id }: Pick<CartRow, 'id'>, input: string): Promise<string | null> => {
  const ein = parseEin(input)
  await trx.updateTable('carts').set({ ein }).where('id', '=', id).execute()
  return ein
}

/**
 * Copies EIN, coupon and PO number from a merged cart where this one has none. `merged_items_count`: how many clips were only in
 * this cart.
 */
export const copyCartDetails = async (
  trx: Trx,
  own: CartRow,
  other: CartRow,
  { merged_items_count, now }: { merged_items_count: number | null; now: Date },
): Promise<void> => {
  await trx
    .updateTable('carts')
    .set({
      ein: own.ein ?? other.ein,
      coupon_id: own.coupon_id ?? other.coupon_id,
      po_number: own.po_number ?? other.po_number,
      merged_items_count,
      updated_at: now,
    })
    .where('id', '=', own.id)
    .execute()
}

/** Sets the cart's coupon, replacing any before; null removes it. */
export const saveCoupon = async (trx: Trx, { id }: CartRow, coupon_id: number | null): Promise<void> => {
  await trx.updateTable('carts').set({ coupon_id }).where('id', '=', id).execute()
}

/** Sets the cart's VAT number; null removes it. */
export const saveVat = async (trx: Trx, { id }: Pick<CartRow, 'id'>, vat: Vat | null): Promise<void> => {
  const { number: vat_number = null, ...check } = vat ?? {}
  await trx
    .updateTable('carts')
    .set({ vat_number, vat_check: vat && JSON.stringify(check) })
    .where('id', '=', id)
    .execute()
}

/** Sets the cart's PO number; null removes it. */
export const savePoNumber = async (trx: Trx, { id }: CartRow, po_number: string | null): Promise<void> => {
  await trx.updateTable('carts').set({ po_number }).where('id', '=', id).execute()
}

/** Returns the cart's VAT number with the evidence of its check, or null. */
export const vatOf = ({ vat_number, vat_check }: Pick<CartRow, 'vat_number' | 'vat_check'>): Vat | null =>
  vat_number === null ? null : { ...(vat_check as Omit<Vat, 'number'>), number: vat_number }

/** Returns any cart by its id, without an access check. Throws 404 for an unknown one. */
export const getCartById = async (db: Db, id: number): Promise<CartRow> => {
  const cart = await db
    .selectFrom('carts')
    .select(columns)
    .where('id', '=', id)
    .$narrowType<CartEnums>()
    .executeTakeFirst()
  if (!cart) throw refuse.missing('cart')
  return cart
}

/** Returns any cart by its id, locked until the transaction ends. Throws 404 for an unknown one. */
export const lockCartForCheckout = async (trx: Trx, { cart_id }: { cart_id: number }): Promise<CartRow> => {
  const cart = await trx
    .selectFrom('carts')
    .select(columns)
    .where('id', '=', cart_id)
    .$narrowType<CartEnums>()
    .forUpdate()
    .executeTakeFirst()
  if (!cart) throw refuse.missing('cart')
  return cart
}

/** Returns the owner's cart in its current state, locked until the transaction ends. */
export const lockOwnCart = async (trx: Trx, owner: CartOwner): Promise<CartRow | undefined> => {
  const cart = await trx
    .selectFrom('carts')
    .select(columns)
    // The subquery finds the cart before waiting for its lock, so that the caller sees its latest state.
    .where('id', '=', eb => eb.selectFrom('carts').select('id').where(belongsTo(owner)))
    .$narrowType<CartEnums>()
    .forUpdate()
    .executeTakeFirst()
  return withKey(cart, owner)
}

/** Changes a cart's state and locks it. Does nothing if it has the new state already. Throws 409 from any other state. */
const changeCartState = async (trx: Trx, cart_id: number, from: CartState, to: CartState) => {
  const changed = await trx
    .updateTable('carts')
    .set({ state: to })
    .where('id', '=', cart_id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst()
  if (changed) return
  const { state } = await lockCartForCheckout(trx, { cart_id })
  if (state !== to) throw refuse(409, state === 'paying' ? CART_LOCKED_TEXT : 'This cart has been ordered already.')
}

/** A payment begins: the cart is locked until it ends. */
export const markCartPaying = (trx: Trx, cart_id: number) => changeCartState(trx, cart_id, 'open', 'paying')
/** The cart became an order; the next clip starts a new cart. `markOpenCartOrdered` skips the `paying` state. */
export const markCartOrdered = (trx: Trx, cart_id: number) => changeCartState(trx, cart_id, 'paying', 'ordered')
export const markOpenCartOrdered = (trx: Trx, cart_id: number) => changeCartState(trx, cart_id, 'open', 'ordered')
/** The cart was sent to the purchasers; the next clip starts a new cart. */
export const markCartRequested = (trx: Trx, cart_id: number) => changeCartState(trx, cart_id, 'open', 'requested')
/** The payment failed: the cart is open again. */
export const reopenCart = (trx: Trx, cart_id: number) => changeCartState(trx, cart_id, 'paying', 'open')
