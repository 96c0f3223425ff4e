import { redirect } from 'react-router'

import { getSession } from '#accounts/contract.ts'
import { pageContext } from '#platform/http/context.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { useCall } from '#platform/http/query.ts'
import { Button } from '#ui/button.tsx'
import { getAbilities, getWorkspaceBilling, listCountries, listWorkspaceUsers } from '#workspaces/contract.ts'

import { initialBillingValues, contactOptions } from '../billing.ts'
import { CartError } from '../cart-error.tsx'
import { CartSummary } from '../cart-summary.tsx'
import { getCart } from '../contract.ts'
import { getLastBilling } from '../details-contract.ts'
import { BILLING_FORM_ID, BillingForm } from '../parts/billing-form.tsx'
import { useBilling } from '../parts/use-billing.ts'
import { ReturnLink } from '../return-link.tsx'
import { StepPage } from '../step-page.tsx'
import type { Route } from './+types/billing-page'

export const loader = async (args: Route.LoaderArgs) => {
  // This call requires a login, so it runs first.
  const { data: users } = await callForPage(args, listWorkspaceUsers, {})
  const [cart, session, abilities, countries] = await Promise.all([
    callForPage(args, getCart, {}),
    callForPage(args, getSession, {}),
    callForPage(args, getAbilities, {}),
    callForPage(args, listCountries, {}),
  ])
  // The cart page shows what is missing: clips, or a role that may purchase.
  if (cart.data.licenses.length === 0 || !cart.data.can_purchase) throw redirect('/cart')
  const cartBilling = cart.data.billing_information
  const workspaceBilling = (await callForPage(args, getWorkspaceBilling, {})).data.details.billing_information
  const lastBilling = (cartBilling ?? workspaceBilling) ? null : (await callForPage(args, getLastBilling, {})).data
  const country = await args.context.get(pageContext).visitorCountry()
  const can_change_workspace = abilities.data.can_change_billing_settings
  return {
    cart,
    users: contactOptions(users, cartBilling ?? lastBilling),
    countries: countries.data,
    values: {
      ...initialBillingValues(cartBilling ?? lastBilling, workspaceBilling, {
        user_id: session.data?.id ?? null,
        country_id: countries.data.find(({ code, is_sold_to }) => is_sold_to && code === country)?.id ?? null,
      }),
      also_workspace: can_change_workspace && workspaceBilling === null,
    },
    can_change_workspace,
  }
}

export { CartError as ErrorBoundary }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Billing', noindex: true })

export default function BillingPage({ loaderData }: Route.ComponentProps) {
  const { users, countries, values, can_change_workspace } = loaderData
  const { data: cart = loaderData.cart } = useCall(getCart, {}, { initial: loaderData.cart })
  // The payment page has its own content security policy, so it needs a full page load.
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
              form={BILLING_FORM_ID}
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
