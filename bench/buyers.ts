/** Signed-in buyers on account, for checkouts without a gateway. */
import { createSession } from '../src/accounts/session.server.ts'
import type { Db } from '../src/platform/db/database.server.ts'

/** Creates `count` buyers with separate workspaces and practically unlimited credit. Returns their session cookies. */
export const insertBuyers = async (db: Db, count: number): Promise<string[]> => {
  const now = new Date()
  const country = await db.selectFrom('countries').where('code', '=', 'US').select('id').executeTakeFirstOrThrow()
  const region = await db.selectFrom('country_regions').where('code', '=', 'NY').select('id').executeTakeFirstOrThrow()
  const cookies: string[] = []
  for (let n = 0; n < count; n++)
    cookies.push(
      await db.transaction().execute(async trx => {
        const { id: user_id } = await trx
          .insertInto('users')
          .values({ email: `bench-${n}@example.com`, username: `bench-${n}` })
          .returning('id')
          .executeTakeFirstOrThrow()
        const { id: workspace_id } = await trx
          .insertInto('workspaces')
          .values({ name: `Bench ${n}`, has_self_invoicing: true, credit_limit_cents: 10 ** 12 })
          .returning('id')
          .executeTakeFirstOrThrow()
        await trx.insertInto('workspace_members').values({ workspace_id, user_id, role: 'owner' }).execute()
        await trx.insertInto('current_workspaces').values({ workspace_id, user_id }).execute()
        await trx
          .insertInto('workspace_billing')
          .values({
            workspace_id,
            company_name: 'Bench',
            billing_contact_user_id: user_id,
            address: '1 Bench',
            city: 'New York',
            postal_code: '10001',
            country_id: country.id,
            country_region_id: region.id,
          })
          .execute()
        const { token } = await createSession(trx, { user_id, remember: true, user_agent: '', address: '', now })
        return `session=${token}`
      }),
    )
  return cookies
}
