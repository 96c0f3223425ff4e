/** What payments hold about a person: the cards of the workspaces that close with them. */
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
  /** The gateway forgets each card first: a row that is gone could not be asked about anymore. */
  outside: async ({ db, config }, closed_workspace_ids) => {
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
    await trx.deleteFrom('payment_tries').where('user_id', '=', user_id).execute()
    if (closed_workspace_ids.length === 0) return
    await trx.deleteFrom('payment_methods').where('workspace_id', 'in', closed_workspace_ids).execute()
  },
}
