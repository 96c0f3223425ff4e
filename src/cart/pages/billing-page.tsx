import { redirect } from 'react-router'

import { getSession } from '#accounts/contract.ts'
import { pageContext } from '#platform/context.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { useCall } from '#platform/query.ts'
import { Button } from '#ui/button.tsx'
import { getAbilities, getWorkspaceBilling, listCountries, listWorkspaceUsers } from '#workspaces/contract.ts'

import { beginningOf, contactsOf } from '../billing.ts'
import { CartError } from '../cart-error.tsx'
import { CartSummary } from '../cart-summary.tsx'
import { getCart } from '../contract.ts'
import { getLastBilling } from '../details-contract.ts'
import { billing_form_id, BillingForm } from '../parts/billing-form.tsx'
import { useBilling } from '../parts/use-billing.ts'
import { ReturnLink } from '../return-link.tsx'
import { StepPage } from '../step-page.tsx'
import type { Route } from './+types/billing-page'

export const loader = async (args: Route.LoaderArgs) => {
  // First the one door that asks for a login.
  const { data: users } = await pageCall(args, listWorkspaceUsers, {})
  const [cart, session, abilities, countries] = await Promise.all([
    pageCall(args, getCart, {}),
    pageCall(args, getSession, {}),
    pageCall(args, getAbilities, {}),
    pageCall(args, listCountries, {}),
  ])
  // The cart says what is missing: clips, or a role that may buy.
  if (cart.data.licenses.length === 0 || !cart.data.can_purchase) throw redirect('/cart')
  const known = cart.data.billing_information
  const workspace = (await pageCall(args, getWorkspaceBilling, {})).data.details.billing_information
  const last = (known ?? workspace) ? null : (await pageCall(args, getLastBilling, {})).data
  const country = await args.context.get(pageContext).visitorCountry()
  const can_change_workspace = abilities.data.can_change_billing_settings
  return {
    cart,
    users: contactsOf(users, known ?? last),
    countries: countries.data,
    values: {
      ...beginningOf(known ?? last, workspace, {
        user_id: session.data?.id ?? null,
        country_id: countries.data.find(({ code }) => code === country)?.id ?? null,
      }),
      also_workspace: can_change_workspace && workspace === null,
    },
    can_change_workspace,
  }
}

export { CartError as ErrorBoundary }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Billing', noindex: true })

export default function BillingPage({ loaderData }: Route.ComponentProps) {
  const { users, countries, values, can_change_workspace } = loaderData
  const { data: cart = loaderData.cart } = useCall(getCart, {}, { initial: loaderData.cart })
  // The payment page has a policy of its own, so it begins as a document of its own.
  const billing = useBilling(values, countries, () => window.location.assign('/checkout'))
  const { errors, isSubmitting, isSubmitSuccessful } = billing.form.formState
  return (
    <StepPage
      title="Billing"
      action={<ReturnLink to="/cart">Return to cart</ReturnLink>}
      line
      summary={
        <CartSummary
          cart={cart.data}
          atFoot
          error={errors.root?.message}
          action={
            <Button
              type="submit"
              form={billing_form_id}
              kind="primary"
              size="xl"
              wide
              busy={(isSubmitting || isSubmitSuccessful) && 'Saving…'}
            >
              Continue to checkout
            </Button>
          }
        />
      }
    >
      <BillingForm {...billing} users={users} countries={countries} canChangeWorkspace={can_change_workspace} />
    </StepPage>
  )
}
