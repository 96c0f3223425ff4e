import { Link } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { clipPath } from '#catalog/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'

import type { Cart } from '../contract.ts'

import css from './cart-peek.module.css'

/** The preview of the cart below its icon. */
export const CartPeek = ({ cart, onLeave }: { cart: Cart; onLeave: () => void }) => {
  const isGuest = useSession() === null
  return (
    <section className={css.panel} aria-label="Your cart">
      <ul className={css.list}>
        {cart.cart_items.data.map(({ id, clip, filmmaker, price }) => (
          <li key={id}>
            <Link to={clipPath(clip)} className={css.row} onClick={onLeave}>
              <span className={css.picture}>
                <ClipThumb thumbs={clip.thumbnail} sizes="80px" />
              </span>
              <span className={css.words}>
                <span className={css.name}>{clip.name}</span>
                <span className={css.by}>{filmmaker.name}</span>
              </span>
              <Money cents={price.unformatted} mono className={css.price} />
            </Link>
          </li>
        ))}
      </ul>
      <div className={css.foot}>
        <span>
          <span className={css.label}>Estimated Total</span> <Money cents={cart.total.unformatted} mono />
        </span>
        {isGuest || !cart.can_purchase || cart.notices.length > 0 ? (
          <ButtonLink to="/cart" kind="primary" onClick={onLeave}>
            Checkout
          </ButtonLink>
        ) : (
          // The payment page has its own content security policy, so it needs a full page load. It redirects to missing steps.
          <ButtonLink to="/checkout" kind="primary" reloadDocument>
            Checkout
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
