/** The one button of the cart: log in, say who is billed, or go on to pay. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { callQuery } from '#platform/query.ts'
import { reportError } from '#platform/report-error.ts'
import { Button, ButtonLink } from '#ui/button.tsx'

import { ein_refusal } from '../cart-texts.ts'
import { getCart, type Cart } from '../contract.ts'
import { RequestPurchase } from '../requests/parts/request-purchase.tsx'

const AuthDialog = lazy(() => import('#accounts/auth-dialog.tsx').then(part => ({ default: part.AuthDialog })))

const titles = {
  login: 'Login to speed up your checkout experience',
  register: 'Register to speed up your checkout experience',
}

const missesEin = ({ has_non_profit_licenses, ein }: Cart) => has_non_profit_licenses && !ein

/** Whether nothing of the cart has to be read or added before it goes on. */
const isReady = (cart: Cart) =>
  cart.state === 'open' && cart.can_purchase && cart.notices.length === 0 && !missesEin(cart)

const look = { kind: 'primary', size: 'xl', wide: true } as const

/** `onRefused` gets the sentence that says what is missing. */
export const NextStep = ({ cart, onRefused }: { cart: Cart; onRefused: (text: string) => void }) => {
  const isGuest = useSession() === null
  const [hasCome, setHasCome] = useState(false)
  if (isGuest) return <LoginStep onCome={() => setHasCome(true)} />
  if (!cart.can_purchase) return <RequestPurchase />

  const label = cart.billing_information ? 'Continue to checkout' : 'Continue to billing'
  // Whoever just logged in goes on where the login button was.
  const ref = hasCome ? focus : undefined
  if (missesEin(cart))
    return (
      <Button {...look} ref={ref} onClick={() => onRefused(ein_refusal)}>
        {label}
      </Button>
    )
  return cart.billing_information ? (
    // The payment page has a policy of its own, so it begins as a document of its own.
    <ButtonLink {...look} ref={ref} to="/checkout" reloadDocument>
      {label}
    </ButtonLink>
  ) : (
    <ButtonLink {...look} ref={ref} to="/cart/billing">
      {label}
    </ButtonLink>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

const LoginStep = ({ onCome }: { onCome: () => void }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const goOn = async () => {
    const { data: cart } = await client.fetchQuery({ ...callQuery(getCart, {}), staleTime: 0 })
    if (!isReady(cart)) return
    if (cart.billing_information) window.location.assign('/checkout')
    else await navigate('/cart/billing')
  }
  return (
    <>
      <Button
        {...look}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        Login to checkout
      </Button>
      <Suspense>
        {isWanted && (
          <AuthDialog
            open={isOpen}
            onClose={() => setOpen(false)}
            titles={titles}
            onDone={() => {
              // The guest cart is the person's now; its key opens nothing any more.
              localStorage.removeItem('cart_hash')
              onCome()
              void goOn().catch(reportError)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
