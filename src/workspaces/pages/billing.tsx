import { getSession } from '#accounts/contract.ts'
import { MasqueradeGuard } from '#accounts/masquerade-guard.tsx'
import { callForPage, pageMeta } from '#platform/http/page.ts'

import { getCurrentWorkspace, getWorkspaceBilling, listCountries, listWorkspaceUsers } from '../contract.ts'
import { BillingForm } from '../parts/billing-form.tsx'
import { RequestButton } from '../parts/request-button.tsx'
import { requireSettingsAccess } from '../settings-page.ts'
import type { Route } from './+types/billing'

import css from './billing.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Workspace billing', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  await requireSettingsAccess(args)
  const [session, current, users, countries, billing] = await Promise.all([
    callForPage(args, getSession, {}),
    callForPage(args, getCurrentWorkspace, {}),
    callForPage(args, listWorkspaceUsers, {}),
    callForPage(args, listCountries, {}),
    callForPage(args, getWorkspaceBilling, {}),
  ])
  return {
    user_id: session.data?.id ?? null,
    workspace_id: current.data.id,
    users: users.data,
    countries: countries.data,
    details: billing.data.details,
  }
}

export default function Billing({ loaderData }: Route.ComponentProps) {
  const { user_id, workspace_id, users, countries, details } = loaderData
  const { billing_information, has_self_invoicing, net_payment_term } = details
  return (
    <MasqueradeGuard>
      <div className={css.page}>
        <h1>Billing</h1>
        <p className={css.lead}>
          The address for the invoices of this workspace. New carts start with it; a change does not affect orders that
          have been placed.
        </p>
        <div className={css.terms}>
          <p>
            {has_self_invoicing
              ? `This workspace can buy on account. Invoices are due in ${net_payment_term} days.`
              : 'This workspace pays when it buys. Our team can enable buying on account.'}
          </p>
          <RequestButton kind="billing">Request a change</RequestButton>
        </div>
        <BillingForm
          // Resets the form for another workspace.
          key={workspace_id}
          billing={billing_information}
          user_id={user_id}
          users={users}
          countries={countries}
        />
      </div>
    </MasqueradeGuard>
  )
}
