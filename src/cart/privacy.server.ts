/** What carts hold about a person. What was ordered keeps its cart, without the address: the order has its own. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'
import { workspacesPart } from '#workspaces/privacy.server.ts'

export const cartPart: PrivacyPart = {
  name: 'carts',
  collect: async (db, user_id) => {
    const carts = await db
      .selectFrom('carts as c')
      .leftJoin('cart_billing as b', 'b.cart_id', 'c.id')
      .where('c.user_id', '=', user_id)
      .where('c.state', 'in', ['open', 'paying'])
      .orderBy('c.id')
      .select(['c.id', 'c.ein', 'c.vat_number', 'c.updated_at'])
      .select(['b.company', 'b.billing_contact', 'b.address', 'b.address2', 'b.city', 'b.postal_code', 'b.region'])
      .execute()
    // A quote is its workspace's; of one that is theirs alone, its numbers are theirs.
    const alone_in = (await workspacesPart.closes?.(db, user_id)) ?? []
    const quoted =
      alone_in.length === 0
        ? []
        : await db
            .selectFrom('carts')
            .where('kind', '=', 'quote')
            .where('workspace_id', 'in', alone_in)
            .where(({ or, eb }) => or([eb('ein', 'is not', null), eb('vat_number', 'is not', null)]))
            .orderBy('id')
            .select(['ein', 'vat_number', 'vat_check', 'updated_at'])
            .execute()
    const items = await db
      .selectFrom('cart_items as i')
      .innerJoin('carts as c', 'c.id', 'i.cart_id')
      .where('c.user_id', '=', user_id)
      .where('c.state', 'in', ['open', 'paying'])
      .orderBy('i.id')
      .select(['i.cart_id', 'i.clip_id', 'i.format_id', 'i.org_type', 'i.end_client_size', 'i.distribution_ids'])
      .execute()
    const purchase_requests = await db
      .selectFrom('purchase_requests')
      .where(({ or, eb }) => or([eb('requested_by', '=', user_id), eb('decided_by', '=', user_id)]))
      .orderBy('id')
      .select(['state', 'note', 'answer', 'requested_at', 'decided_at'])
      .execute()
    return {
      carts: carts.map(({ id, ...cart }) => ({ ...cart, items: items.filter(item => item.cart_id === id) })),
      numbers_on_quotes: quoted,
      purchase_requests,
    }
  },
  forget: async (trx, { user_id, closed_workspace_ids }) => {
    // What they asked for goes with them; what they decided stays, without their words.
    await trx.deleteFrom('purchase_requests').where('requested_by', '=', user_id).execute()
    await trx.updateTable('purchase_requests').set({ answer: '' }).where('decided_by', '=', user_id).execute()
    const theirs = trx.selectFrom('carts').where('user_id', '=', user_id).select('id')
    await trx.deleteFrom('cart_billing').where('cart_id', 'in', theirs).execute()
    await trx
      .updateTable('cart_billing')
      .set({ billing_contact_user_id: null, billing_contact: '' })
      .where('billing_contact_user_id', '=', user_id)
      .execute()
    await trx
      .updateTable('carts')
      .set({ ein: null, vat_number: null, vat_check: null })
      // A quote's cart is nobody's but its workspace's.
      .where(({ or, eb }) =>
        or([
          eb('user_id', '=', user_id),
          ...(closed_workspace_ids.length > 0 ? [eb('workspace_id', 'in', closed_workspace_ids)] : []),
        ]),
      )
      .execute()
    // Attempts to pay, and orders, stand on the others.
    await trx
      .deleteFrom('carts')
      .where('user_id', '=', user_id)
      .where(eb => eb.not(eb.exists(eb.selectFrom('orders').whereRef('orders.cart_id', '=', 'carts.id').select('id'))))
      .execute()
  },
}
