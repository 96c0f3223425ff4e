/** Personal data in payments: the payment methods of the workspaces that are closed with an account. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'

import { openGateway } from './gateway.server.ts'

export const paymentsPart: PrivacyPart = {
  name: 'payment_methods',
  collect: (db, user_id) =>
    db
      .selectFrom('payment_methods as p')
      .innerJoin('workspace_members as m', 'm.workspace_id', 'p.workspace_id')
      .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
      .where('m.user_id', '=', user_id)
      .where('m.role', '=', 'owner')
      .orderBy('p.id')
      .select([
        'w.name as workspace',
        'p.type',
        'p.card_brand',
        'p.last_4',
        'p.paypal_email',
        'p.expiration_month',
        'p.expiration_year',
        'p.created_at',
      ])
      .execute(),
  /** Deletes each method at the gateway first: without its row, the token would be lost. */
  eraseExternally: async ({ db, config }, closed_workspace_ids) => {
    if (closed_workspace_ids.length === 0) return
    const gateway = openGateway(config)
    const methods = await db
      .selectFrom('payment_methods')
      .where('workspace_id', 'in', closed_workspace_ids)
      .select(['id', 'gateway_token'])
      .execute()
    for (const { id, gateway_token } of methods) {
      await gateway?.forget(gateway_token)
      await db.deleteFrom('payment_methods').where('id', '=', id).execute()
    }
  },
  forget: async (trx, { user_id, closed_workspace_ids }) => {
    await trx.deleteFrom('payment_attempt_log').where('user_id', '=', user_id).execute()
    if (closed_workspace_ids.length === 0) return
    await trx.deleteFrom('payment_methods').where('workspace_id', 'in', closed_workspace_ids).execute()
  },
}
