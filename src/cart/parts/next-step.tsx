/** The cart's main button: log in, add billing information, or continue to the payment. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { callQuery } from '#platform/http/query.ts'
import { reportError } from '#platform/monitoring/report-error.ts'
import { Button, ButtonLink } from '#ui/button.tsx'

import { EIN_REQUIRED_TEXT } from '../cart-texts.ts'
import { getCart, type Cart } from '../contract.ts'
import { RequestPurchase } from '../requests/parts/request-purchase.tsx'

const AuthDialog = lazy(() => import('#accounts/auth-dialog.tsx').then(module => ({ default: module.AuthDialog })))

const titles = {
  login: 'Login to speed up your checkout experience',
  register: 'Register to speed up your checkout experience',
}

const lacksEin = ({ has_non_profit_licenses, ein }: Cart) => has_non_profit_licenses && !ein

/** True if the buyer can continue without reading or adding anything in the cart. */
const isReady = (cart: Cart) =>
  cart.state === 'open' && cart.can_purchase && cart.notices.length === 0 && !lacksEin(cart)

const buttonProps = { kind: 'primary', size: 'xl', wide: true } as const

/** `onRefused` receives the sentence that says what is missing. */
export const NextStep = ({ cart, onRefused }: { cart: Cart; onRefused: (text: string) => void }) => {
  const isGuest = useSession() === null
  const [hasLoggedIn, setHasLoggedIn] = useState(false)
  if (isGuest) return <LoginStep onLogin={() => setHasLoggedIn(true)} />
  if (!cart.can_purchase) return <RequestPurchase />

  const label = cart.billing_information ? 'Continue to checkout' : 'Continue to billing'
  // After a login, the focus moves to the button that replaced the login button.
  const ref = hasLoggedIn ? focusElement : undefined
  if (lacksEin(cart))
    return (
      <Button {...buttonProps} ref={ref} onClick={() => onRefused(EIN_REQUIRED_TEXT)}>
        {label}
      </Button>
    )
  return cart.billing_information ? (
    // The payment page has its own content security policy, so it needs a full page load.
    <ButtonLink {...buttonProps} ref={ref} to="/checkout" reloadDocument>
      {label}
    </ButtonLink>
  ) : (
    <ButtonLink {...buttonProps} ref={ref} to="/cart/billing">
      {label}
    </ButtonLink>
  )
}

const focusElement = (element: HTMLElement | null) => element?.focus()

const LoginStep = ({ onLogin }: { onLogin: () => void }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const continueCheckout = async () => {
    const { data: cart } = await client.fetchQuery({ ...callQuery(getCart, {}), staleTime: 0 })
    if (!isReady(cart)) return
    if (cart.billing_information) window.location.assign('/checkout')
    else await navigate('/cart/billing')
  }
  return (
    <>
      <Button
        {...buttonProps}
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
      >
        Login to checkout
      </Button>
      <Suspense>
        {wasOpened && (
          <AuthDialog
            open={isOpen}
            onClose={() => setOpen(false)}
            titles={titles}
            onDone={() => {
              // The guest cart belongs to the user now; its hash is no longer valid.
              localStorage.removeItem('cart_hash')
              onLogin()
              void continueCheckout().catch(reportError)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
