/** A cart with its checkout next to it; on phones the checkout opens over the screen. */
import { ArrowLeft, ShoppingBag } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

import type { Cart, LicenseGroup } from '#cart/contract.ts'
import { Banner } from '#ui/banner.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'

import { CheckoutPanel, type CheckoutPanelProps } from './checkout-panel.tsx'
import { LicenseList } from './license-list.tsx'
import { PriceTag } from './price-tag.tsx'

import css from './cart-checkout.module.css'

/** Returns all elements outside the path from the document to an element. */
const outsideElements = (element: Element): Element[] => {
  const { parentElement } = element
  if (!parentElement || element === document.body) return []
  return [...[...parentElement.children].filter(other => other !== element), ...outsideElements(parentElement)]
}

/** On wider screens the checkout is next to the cart and covers nothing. */
const NARROW_QUERY = '(width < 1024px)'

/** Makes an element modal on phones: the rest of the page is inert, and Escape closes it. */
const useModalFocus = (ref: RefObject<HTMLElement | null>, isActive: boolean, onClose: () => void) => {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = ref.current
    if (!isActive || !element) return
    const query = matchMedia(NARROW_QUERY)
    const others = outsideElements(element).filter(other => !other.hasAttribute('inert') && other.tagName !== 'SCRIPT')
    const update = () => {
      for (const other of others) other.toggleAttribute('inert', query.matches)
      document.documentElement.style.overflow = query.matches ? 'clip' : ''
      if (query.matches && !element.contains(document.activeElement)) element.focus()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && query.matches && !event.defaultPrevented) close()
    }
    update()
    query.addEventListener('change', update)
    addEventListener('keydown', onKey)
    return () => {
      for (const other of others) other.removeAttribute('inert')
      document.documentElement.style.overflow = ''
      query.removeEventListener('change', update)
      removeEventListener('keydown', onKey)
    }
  }, [ref, isActive])
}

type CartCheckoutProps = CheckoutPanelProps & {
  /** Below the title: who prepared the cart, and until when it is valid. */
  about?: ReactNode
  /** At the end of the title row. */
  action?: ReactNode
  actionsOf?: (group: LicenseGroup) => ReactNode
}

const CHECKOUT_HASH = '#checkout'

/** The URL hash is not sent to the server, so the page renders closed and opens in the browser. */
const useIsCheckoutOpen = () => {
  const { hash } = useLocation()
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return isInBrowser && hash === CHECKOUT_HASH
}

const neverChanges = () => () => {}

export const CartCheckout = ({ about, action, actionsOf, ...checkout }: CartCheckoutProps) => {
  const { cart } = checkout
  if (cart.licenses.length === 0) return <EmptyCart />
  if (cart.state === 'paying') return <PaymentPending cart={cart} about={about} />
  return (
    <div className={css.page}>
      <CartSide cart={cart} about={about} action={action} actionsOf={actionsOf} />
      <CheckoutSide {...checkout} />
      <BottomBar cart={cart} />
    </div>
  )
}

const CartSide = ({
  cart,
  about,
  action,
  actionsOf,
}: Pick<CartCheckoutProps, 'cart' | 'about' | 'action' | 'actionsOf'>) => (
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
  const panel = useRef<HTMLElement>(null)
  const isOpen = useIsCheckoutOpen()
  const close = () => void navigate(pathname + search, { replace: true, preventScrollReset: true })
  useModalFocus(panel, isOpen, close)
  return (
    <section
      ref={panel}
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
      <ButtonLink kind="primary" size="xl" to={pathname + search + CHECKOUT_HASH} preventScrollReset>
        Proceed to Checkout
      </ButtonLink>
    </div>
  )
}

const PaymentPending = ({ cart, about }: Pick<CartCheckoutProps, 'cart' | 'about'>) => (
  <div className={css.page}>
    <CartSide
      cart={cart}
      about={
        <>
          {about}
          <Banner title="A payment for this cart is being confirmed">
            The buyer sees the result. If the payment fails, the cart can be paid for here again.
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
