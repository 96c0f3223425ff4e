/** Something that the workspace keeps, about to be charged. */
import type { PaymentType } from '#payments/instrument.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

/** Keeps it from being deleted until the attempt that names it is written. Throws 404 for what the workspace does not keep. */
export const lockMethod = async (trx: Trx, workspace_id: number, id: number, type: PaymentType): Promise<void> => {
  const found = await trx
    .selectFrom('payment_methods')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .select('type')
    .forKeyShare()
    .executeTakeFirst()
  if (!found) throw refuse.missing('payment method')
  if (found.type !== type) throw refuse.fields({ payment_method_id: ['Please select a payment method'] })
}

/** Its name in the gateway's vault; an open attempt keeps it from being deleted. */
export const tokenOfMethod = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('payment_methods').where('id', '=', id).select('gateway_token').executeTakeFirstOrThrow())
    .gateway_token
