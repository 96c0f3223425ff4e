/** The cart link in the header: the number of clips, and on wide screens a preview of them. */
import { ShoppingBag } from 'lucide-react'
import { Link, useLocation } from 'react-router'

import { CartPeek } from './parts/cart-peek.tsx'
import { usePeek } from './parts/use-peek.ts'
import { useCart, useCartCount } from './use-cart.ts'

import css from './cart-button.module.css'

export const CartButton = () => {
  const cart = useCart()
  const count = useCartCount()
  // Cart and checkout pages show the cart already.
  const isBuying = /^\/(cart|checkout)(\/|$)/.test(useLocation().pathname)
  const { isOpen, close, ...handlers } = usePeek(cart && count)
  const items = count === 1 ? '1 item' : `${count} items`
  return (
    <div className={css.frame} {...handlers}>
      <Link to="/cart" className={css.link} aria-label={count > 0 ? `Cart, ${items}` : 'Cart'} onClick={close}>
        <ShoppingBag aria-hidden />
        {count > 0 && (
          <span className={css.count} aria-hidden>
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Link>
      {cart && count > 0 && isOpen && !isBuying && <CartPeek cart={cart} onLeave={close} />}
    </div>
  )
}
