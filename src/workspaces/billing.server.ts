import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { BillingBody, BillingInformation, WorkspaceBilling } from './contract.ts'
import { validateAddress, findCountry, findRegion } from './countries.server.ts'

/** Loads a workspace's billing information and payment terms. */
export const loadBilling = async (db: Db, workspace_id: number): Promise<WorkspaceBilling> => {
  const terms = await db
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select(['net_payment_term_days', 'has_self_invoicing'])
    .executeTakeFirstOrThrow()
  return {
    details: {
      billing_information: await loadBillingInformation(db, workspace_id),
      net_payment_term: terms.net_payment_term_days,
      has_self_invoicing: terms.has_self_invoicing,
    },
  }
}

type AccountTerms = { credit_limit_cents: number; net_days: number }

/** Enables buying on account, on these terms. */
export const enableBuyingOnAccount = (trx: Trx, workspace_id: number, { credit_limit_cents, net_days }: AccountTerms) =>
  trx
    .updateTable('workspaces')
    .set({ has_self_invoicing: true, credit_limit_cents, net_payment_term_days: net_days })
    .where('id', '=', workspace_id)
    .execute()

/** Returns null until the billing information is saved. */
export const loadBillingInformation = async (db: Db, workspace_id: number): Promise<BillingInformation | null> => {
  const row = await db
    .selectFrom('workspace_billing')
    .where('workspace_id', '=', workspace_id)
    .selectAll()
    .executeTakeFirst()
  const country = row && (await findCountry(db, row.country_id))
  if (!country) return null
  const country_region = row.country_region_id === null ? null : ((await findRegion(db, row.country_region_id)) ?? null)
  const { company_name, address, address2: address_2, city, postal_code } = row
  return {
    company_name,
    address,
    address_2,
    city,
    postal_code,
    country,
    country_region,
    region: country_region?.name ?? row.region,
    billing_contact: await findContact(db, workspace_id, row.billing_contact_user_id),
  }
}

const findContact = async (db: Db, workspace_id: number, user_id: number | null) =>
  (user_id !== null &&
    (await db
      .selectFrom('workspace_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .where('m.workspace_id', '=', workspace_id)
      .where('u.id', '=', user_id)
      .select(['u.id', 'u.first_name', 'u.last_name', 'u.email'])
      .executeTakeFirst())) ||
  null

/** Throws 422 when the billing contact is not a member of the workspace. */
export const checkBillingContact = async (db: Db, workspace_id: number, user_id: number): Promise<void> => {
  if (!(await findContact(db, workspace_id, user_id)))
    throw refuse.fields({ billing_contact_user_id: ['Please choose a billing contact from this workspace.'] })
}

/** Creates or replaces the billing information. Throws 422 per field. */
export const saveBilling = async (db: Db, workspace_id: number, body: BillingBody): Promise<void> => {
  await checkBillingContact(db, workspace_id, body.billing_contact_user_id)
  const saved = await db
    .selectFrom('workspace_billing')
    .where('workspace_id', '=', workspace_id)
    .select('country_id')
    .executeTakeFirst()
  const location = await validateAddress(db, body, { kept_country_id: saved?.country_id })
  const billing = { ...body, ...location }
  await db
    .insertInto('workspace_billing')
    .values({ workspace_id, ...billing })
    .onConflict(conflict => conflict.column('workspace_id').doUpdateSet(billing))
    .execute()
}
