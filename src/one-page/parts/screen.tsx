/** A cart with its checkout beside it; on phones the checkout covers the screen when it is asked for. */
import { ArrowLeft, ShoppingBag } from 'lucide-react'
import { useRef, useSyncExternalStore, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

import type { Cart, LicenseGroup } from '#cart/contract.ts'
import { Banner } from '#ui/banner.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'

import { CheckoutPanel, type CheckoutPanelProps } from './checkout-panel.tsx'
import { LicenseList } from './license-list.tsx'
import { PriceTag } from './price-tag.tsx'
import { useAlone } from './use-alone.ts'

import css from './screen.module.css'

type ScreenProps = CheckoutPanelProps & {
  /** Under the title: whose cart it is, until when. */
  about?: ReactNode
  /** At the far end of the title. */
  action?: ReactNode
  actionsOf?: (group: LicenseGroup) => ReactNode
}

const checkout_hash = '#checkout'

/** What stands after # never reaches the server: the page begins closed there, and opens when the browser has it. */
const useIsOpen = () => {
  const { hash } = useLocation()
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return isInBrowser && hash === checkout_hash
}

const neverChanges = () => () => {}

export const Screen = ({ about, action, actionsOf, ...checkout }: ScreenProps) => {
  const { cart } = checkout
  if (cart.licenses.length === 0) return <EmptyCart />
  if (cart.state === 'paying') return <Paying cart={cart} about={about} />
  return (
    <div className={css.page}>
      <CartSide cart={cart} about={about} action={action} actionsOf={actionsOf} />
      <CheckoutSide {...checkout} />
      <BottomBar cart={cart} />
    </div>
  )
}

const CartSide = ({ cart, about, action, actionsOf }: Pick<ScreenProps, 'cart' | 'about' | 'action' | 'actionsOf'>) => (
  <section className={css.cart} aria-labelledby="cart">
    <header className={css.head}>
      <h1 id="cart">Cart</h1>
      {action}
      {about && <div className={css.about}>{about}</div>}
    </header>
    {cart.notices.map(({ kind, cart_item_id, text }) => (
      <Banner key={`${kind}-${cart_item_id}`}>{text}</Banner>
    ))}
    <LicenseList cart={cart} {...(actionsOf && { actionsOf })} />
  </section>
)

const CheckoutSide = (checkout: CheckoutPanelProps) => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const side = useRef<HTMLElement>(null)
  const isOpen = useIsOpen()
  const close = () => void navigate(pathname + search, { replace: true, preventScrollReset: true })
  useAlone(side, isOpen, close)
  return (
    <section
      ref={side}
      className={cx(css.checkout, isOpen && css.open)}
      aria-label="Checkout"
      {...(isOpen && { tabIndex: -1 })}
    >
      <div className={css.back}>
        <Link to={pathname + search} replace preventScrollReset>
          <ArrowLeft aria-hidden />
          Back to Cart
        </Link>
      </div>
      <CheckoutPanel {...checkout} />
    </section>
  )
}

const BottomBar = ({ cart }: { cart: Cart }) => {
  const { pathname, search } = useLocation()
  return (
    <div className={css.bar}>
      <p>
        <span>Total:</span> <PriceTag cents={cart.total.unformatted} />
      </p>
      <ButtonLink kind="primary" size="xl" to={pathname + search + checkout_hash} preventScrollReset>
        Proceed to Checkout
      </ButtonLink>
    </div>
  )
}

const Paying = ({ cart, about }: Pick<ScreenProps, 'cart' | 'about'>) => (
  <div className={css.page}>
    <CartSide
      cart={cart}
      about={
        <>
          {about}
          <Banner title="A payment for this cart is being confirmed">
            Whoever pays sees what comes of it. If it fails, the cart can be paid for again here.
          </Banner>
        </>
      }
    />
  </div>
)

const EmptyCart = () => (
  <div className={css.page}>
    <EmptyState
      icon={ShoppingBag}
      title="Your cart is empty"
      action={
        <ButtonLink to="/clips" kind="primary" size="lg">
          Continue Browsing
        </ButtonLink>
      }
    >
      Find the shot, choose its license, and it waits for you here.
    </EmptyState>
  </div>
)
