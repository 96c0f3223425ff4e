/** The personal data in carts. Carts of orders are kept without the address; the order has its own. */
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
    // A quote belongs to its workspace. If the user is the workspace's only member, its tax numbers are theirs.
    const soleWorkspaceIds = (await workspacesPart.listClosedWorkspaces?.(db, user_id)) ?? []
    const quoteNumbers =
      soleWorkspaceIds.length === 0
        ? []
        : await db
            .selectFrom('carts')
            .where('kind', '=', 'quote')
            .where('workspace_id', 'in', soleWorkspaceIds)
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
      .select(['state', 'note', 'decline_reason', 'requested_at', 'decided_at'])
      .execute()
    return {
      carts: carts.map(({ id, ...cart }) => ({ ...cart, items: items.filter(item => item.cart_id === id) })),
      numbers_on_quotes: quoteNumbers,
      purchase_requests,
    }
  },
  forget: async (trx, { user_id, closed_workspace_ids }) => {
    // Delete the user's requests. Keep the user's decisions without their text.
    await trx.deleteFrom('purchase_requests').where('requested_by', '=', user_id).execute()
    await trx.updateTable('purchase_requests').set({ decline_reason: '' }).where('decided_by', '=', user_id).execute()
    const userCartIds = trx.selectFrom('carts').where('user_id', '=', user_id).select('id')
    await trx.deleteFrom('cart_billing').where('cart_id', 'in', userCartIds).execute()
    await trx
      .updateTable('cart_billing')
      .set({ billing_contact_user_id: null, billing_contact: '' })
      .where('billing_contact_user_id', '=', user_id)
      .execute()
    await trx
      .updateTable('carts')
      .set({ ein: null, vat_number: null, vat_check: null })
      // Carts of quotes belong to the workspace.
      .where(({ or, eb }) =>
        or([
          eb('user_id', '=', user_id),
          ...(closed_workspace_ids.length > 0 ? [eb('workspace_id', 'in', closed_workspace_ids)] : []),
        ]),
      )
      .execute()
    // Orders and payment attempts refer to the other carts.
    await trx
      .deleteFrom('carts')
      .where('user_id', '=', user_id)
      .where(eb => eb.not(eb.exists(eb.selectFrom('orders').whereRef('orders.cart_id', '=', 'carts.id').select('id'))))
      .execute()
  },
}
