import { ShoppingBag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { getFlags } from '#platform/contract.ts'
import { useCall } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'

import { CartSummary } from './cart-summary.tsx'
import { CART_LOCKED_TEXT } from './cart-texts.ts'
import { ClearCart } from './clear-cart.tsx'
import type { Cart } from './contract.ts'
import { CartList } from './parts/cart-list.tsx'
import { CartNotices } from './parts/cart-notices.tsx'
import { NextStep } from './parts/next-step.tsx'
import { StepPage } from './step-page.tsx'

import css from './cart-screen.module.css'

const OlderCart = lazy(() => import('./parts/older-cart.tsx').then(module => ({ default: module.OlderCart })))

type CartScreenProps = {
  cart: Cart
  /** The flag `cart-redesign`, where the page has already loaded it. */
  isRedesigned?: boolean | undefined
}

/** The cart page's content: the redesigned cart, or the older one without the flag. */
export const CartScreen = ({ cart, isRedesigned }: CartScreenProps) => {
  const flags = useCall(getFlags, {}).data?.data
  return (flags?.['cart-redesign'] ?? isRedesigned ?? true) ? (
    <RedesignedCart cart={cart} />
  ) : (
    <Suspense fallback={<LoadingScreen />}>
      <OlderCart cart={cart} />
    </Suspense>
  )
}

const RedesignedCart = ({ cart }: { cart: Cart }) => {
  const count = cart.cart_items.data.length
  const [errorText, setErrorText] = useState<string>()
  return (
    <StepPage
      title={
        <>
          Cart{' '}
          <span className={css.count}>
            ({count} {count === 1 ? 'item' : 'items'})
          </span>
        </>
      }
      action={count > 0 && cart.state === 'open' && <ClearCart />}
      summary={
        count > 0 ? (
          <CartSummary
            cart={cart}
            atFoot
            error={cart.ein ? undefined : errorText}
            action={cart.state === 'open' && <NextStep cart={cart} onRefused={setErrorText} />}
          />
        ) : null
      }
    >
      <CartNotices cart={cart} />
      {cart.state === 'paying' && (
        <Banner
          title={CART_LOCKED_TEXT}
          action={
            <ButtonLink to="/checkout" reloadDocument size="sm">
              View payment
            </ButtonLink>
          }
        />
      )}
      {count > 0 ? (
        <CartList cart={cart} />
      ) : (
        <EmptyState
          icon={ShoppingBag}
          title="Your cart is empty."
          action={
            <ButtonLink to="/clips" kind="primary" size="lg">
              Browse clips
            </ButtonLink>
          }
        >
          Find the shot, choose its license, and it waits for you here.
        </EmptyState>
      )}
    </StepPage>
  )
}
