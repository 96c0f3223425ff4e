import { getSession } from '#accounts/contract.ts'
import { OwnHand } from '#accounts/own-hand.tsx'
import { pageCall, pageMeta } from '#platform/page.ts'

import { getCurrentWorkspace, getWorkspaceBilling, listCountries, listWorkspaceUsers } from '../contract.ts'
import { BillingForm } from '../parts/billing-form.tsx'
import { RequestButton } from '../parts/request-button.tsx'
import { requireSettings } from '../settings-page.ts'
import type { Route } from './+types/billing'

import css from './billing.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Workspace billing', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  await requireSettings(args)
  const [session, current, users, countries, billing] = await Promise.all([
    pageCall(args, getSession, {}),
    pageCall(args, getCurrentWorkspace, {}),
    pageCall(args, listWorkspaceUsers, {}),
    pageCall(args, listCountries, {}),
    pageCall(args, getWorkspaceBilling, {}),
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
    <OwnHand>
      <div className={css.page}>
        <h1>Billing</h1>
        <p className={css.lead}>
          Whom the invoices of this workspace go to. New carts begin with it; orders that are placed keep what they
          have.
        </p>
        <div className={css.terms}>
          <p>
            {has_self_invoicing
              ? `This workspace can buy on account. Invoices are due in ${net_payment_term} days.`
              : 'This workspace pays when it buys. Buying on account is something our people set up.'}
          </p>
          <RequestButton kind="billing">Ask for a change</RequestButton>
        </div>
        <BillingForm
          // Another workspace, another form.
          key={workspace_id}
          billing={billing_information}
          user_id={user_id}
          users={users}
          countries={countries}
        />
      </div>
    </OwnHand>
  )
}
